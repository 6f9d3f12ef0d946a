package io.redial.contract.nets.readers;

import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A program of the module subjects-readers. Immutable. */
record Reader(Jvm jvm, String main) {
  private static final Path SUBJECTS =
      Path.of(System.getProperty("contract.project.root", "../.."))
          .resolve("agent-tests/subjects-readers/target");

  /** Without the agent. */
  static Reader program(String main) {
    Jvm jvm = Jvm.of(Jdks.running()).lib(SUBJECTS.resolve("classes"));
    try (Stream<Path> jars = Files.list(SUBJECTS.resolve("lib"))) {
      for (Path jar : jars.sorted().toList()) {
        jvm = jvm.lib(jar);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Reader(jvm, "io.redial.subjects.readers." + main);
  }

  /** The same with the agent. */
  Reader agent(String options) {
    return new Reader(jvm.agent(options), main);
  }

  /** Runs it to its end. */
  Program run(String... arguments) {
    Program program = Program.run(jvm.command(main, List.of(arguments)), Map.of());
    if (program.exit() != 0) {
      throw new AssertionError(program.toString());
    }
    return program;
  }
}
