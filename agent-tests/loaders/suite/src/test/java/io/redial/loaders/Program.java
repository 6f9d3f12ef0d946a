package io.redial.loaders;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program that ran to its end.
 *
 * @param out the lines of its standard output
 * @param err its standard error
 */
record Program(List<String> out, String err) {
  private static final long PATIENCE_SECONDS = 120;

  /** How a program is to be started. */
  static Command on(Java java) {
    return new Command(java);
  }

  /** What one of the other modules built. */
  static Path built(String path) {
    return Path.of("..").resolve(path).toAbsolutePath().normalize();
  }

  /** The fetching code and the programs that load it. */
  static Path programs() {
    return built("programs/target/programs.jar");
  }

  /** The agent under test. */
  static Path agentJar() {
    String jar = System.getProperty("contract.agent.jar", "../../../agent/target/redial-agent.jar");
    return Path.of(jar).toAbsolutePath().normalize();
  }

  /** A set of libraries that the build put ready; with a client comes what all of them need. */
  static List<Path> library(String name) {
    Path client = Path.of("target/clients", name);
    return Files.isDirectory(client)
        ? Stream.of(client, client.resolveSibling("shared"))
            .flatMap(folder -> jars(folder).stream())
            .toList()
        : jars(Path.of("target/lib", name));
  }

  private static List<Path> jars(Path folder) {
    try (Stream<Path> jars = Files.list(folder.toAbsolutePath())) {
      return jars.sorted().toList();
    } catch (IOException e) {
      throw new AssertionError(folder.toString(), e);
    }
  }

  /** A command line in the making. */
  static final class Command {
    private final List<String> words = new ArrayList<>();

    private Command(Java java) {
      words.add(java.launcher().toString());
    }

    /** Attaches the agent under test. */
    Command agent(String options) {
      return with("-javaagent:" + agentJar() + "=" + options);
    }

    Command agent() {
      return agent("");
    }

    /** Arguments of the JVM's. */
    Command with(String... arguments) {
      words.addAll(List.of(arguments));
      return this;
    }

    Command classPath(List<Path> libraries) {
      return with("-cp", path(libraries));
    }

    /** Runs it with the program's own arguments. */
    Program run(String... arguments) throws IOException, InterruptedException {
      words.addAll(List.of(arguments));
      Path out = Files.createTempFile("program", ".out");
      Path err = Files.createTempFile("program", ".err");
      ProcessBuilder builder = new ProcessBuilder(words);
      builder
          .environment()
          .keySet()
          .removeIf(name -> name.contains("JAVA") || name.contains("REDIAL"));
      Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      try {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError("still running: " + words);
        }
        Program program =
            new Program(Files.readAllLines(out), Files.readString(err, StandardCharsets.UTF_8));
        if (process.exitValue() != 0) {
          throw new AssertionError(words + " failed: " + program);
        }
        return program;
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    }
  }

  /** Joined as the JVM has it. */
  static String path(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Both. */
  static List<Path> and(List<Path> entries, Path more) {
    List<Path> all = new ArrayList<>(entries);
    all.add(more);
    return all;
  }
}
