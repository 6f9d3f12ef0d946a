package io.redial.contract.nets.diff;

import io.redial.contract.harness.Environment;
import io.redial.contract.harness.Jvm;
import io.redial.contract.server.Descriptors;
import io.redial.subjects.diff.OddCalls;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The program with the odd calls of some families, on one JVM's class path.
 *
 * @param jvm without the agent
 * @param families class names of {@link io.redial.subjects.diff.Family}
 */
record OddProgram(Jvm jvm, List<String> families) {
  private static final long PATIENCE_MINUTES = 15;

  /** All that it prints, without the agent. */
  List<String> bare(String... args) {
    return run(jvm, args);
  }

  /** All that it prints, with the agent. */
  List<String> with(String options, String... args) {
    return run(jvm.agent(options + ",log-level=error"), args);
  }

  /** The argument that chooses some cases. */
  static String only(Collection<String> names) {
    try {
      Path file = Files.createTempFile("odd-calls", ".txt");
      file.toFile().deleteOnExit();
      return "only=" + Files.write(file, names);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> run(Jvm with, String... args) {
    List<String> all =
        Stream.concat(Stream.of("families=" + String.join(",", families)), Stream.of(args))
            .toList();
    Jvm light = with.arg("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m");
    ProcessBuilder builder = new ProcessBuilder(light.command(OddCalls.class.getName(), all));
    builder.environment().keySet().removeIf(Environment::concernsJava);
    List<String> lines = new ArrayList<>();
    try {
      Path err = Files.createTempFile("odd-calls", ".err");
      err.toFile().deleteOnExit();
      Process process = Descriptors.start(builder.redirectError(err.toFile()));
      process.getOutputStream().close();
      Thread reader = new Thread(() -> read(process, lines), "odd-calls-reader");
      reader.start();
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("still running: " + light + "\n" + Files.readString(err));
      }
      reader.join();
      if (process.exitValue() != 0) {
        throw new AssertionError("exit " + process.exitValue() + "\n" + Files.readString(err));
      }
      return lines;
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static void read(Process process, List<String> lines) {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      out.lines().forEach(lines::add);
    } catch (IOException e) {
      lines.add("broken off");
    }
  }
}
