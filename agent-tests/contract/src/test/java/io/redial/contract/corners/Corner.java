package io.redial.contract.corners;

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

/** A program of the module subjects-corners. */
record Corner(Jvm jvm, String main) {
  private static final Path SUBJECTS =
      Path.of(System.getProperty("contract.project.root", "../.."))
          .resolve("agent-tests/subjects-corners/target");

  /** Without the agent. */
  static Corner program(String main) {
    Jvm jvm = Jvm.of(Jdks.running()).lib(SUBJECTS.resolve("classes"));
    try (Stream<Path> jars = Files.list(SUBJECTS.resolve("lib"))) {
      for (Path jar : jars.sorted().toList()) {
        jvm = jvm.lib(jar);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Corner(jvm, "io.redial.subjects.corners." + main);
  }

  /** The same with the agent. */
  Corner agent(String options) {
    return new Corner(jvm.agent(options), main);
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
