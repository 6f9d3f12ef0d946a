package io.redial.contract.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program of a module of subjects that has dependencies of its own, e.g. {@code
 * subjects-corners}. Immutable.
 */
public record ModuleProgram(Jvm jvm, String main) {
  private static final Path MODULES =
      Path.of(System.getProperty("contract.project.root", "../..")).resolve("agent-tests");

  /**
   * Without the agent.
   *
   * @param subjects which module, e.g. {@code corners}
   * @param main the simple name of its main class
   */
  public static ModuleProgram of(String subjects, String main) {
    Path built = MODULES.resolve("subjects-" + subjects + "/target");
    Jvm jvm = Jvm.of(Jdks.running()).lib(built.resolve("classes"));
    try (Stream<Path> jars = Files.list(built.resolve("lib"))) {
      for (Path jar : jars.sorted().toList()) {
        jvm = jvm.lib(jar);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ModuleProgram(jvm, "io.redial.subjects." + subjects + "." + main);
  }

  /** The same with the agent. */
  public ModuleProgram agent(String options) {
    return new ModuleProgram(jvm.agent(options), main);
  }

  /** Runs it to its end. */
  public Program run(String... arguments) {
    Program program = Program.run(jvm.command(main, List.of(arguments)), Map.of());
    if (program.exit() != 0) {
      throw new AssertionError(program.toString());
    }
    return program;
  }
}
