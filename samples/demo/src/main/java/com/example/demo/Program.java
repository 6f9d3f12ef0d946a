package com.example.demo;

import com.example.failing.FailingServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a sample's jar as anyone would, {@code java -jar}, with nothing but JVM options added. */
final class Program {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final int MINUTES_AT_MOST = 1;

  private final Path jar;
  private final FailingServer server;

  Program(Path jar, FailingServer server) {
    this.jar = jar;
    this.server = server;
  }

  /** Plays the script from its beginning; the result has an entry for each row, by its name. */
  Map<String, Observed> run(List<Row> rows, List<String> jvmOptions)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(JAVA.toString());
    command.addAll(jvmOptions);
    command.add("-jar");
    command.add(jar.toString());
    for (Row row : rows) {
      command.add(row.name() + '=' + row.verb() + ':' + server.uri(row.path()));
    }
    server.rewind();
    Map<String, String[]> lines = new LinkedHashMap<>();
    for (String line : output(command)) {
      String[] fields = line.split("\t", 4);
      if (fields.length == 4) {
        lines.put(fields[0], fields);
      }
    }
    Map<String, Observed> observed = new LinkedHashMap<>();
    for (Row row : rows) {
      String[] fields = lines.get(row.name());
      if (fields == null) {
        throw new IOException(jar + " printed nothing for " + row.name());
      }
      observed.put(
          row.name(),
          new Observed(
              fields[1],
              Duration.ofMillis(Long.parseLong(fields[2])),
              fields[3],
              server.attempts(row.path())));
    }
    return observed;
  }

  private static List<String> output(List<String> command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("demo", ".out");
    Path err = Files.createTempFile("demo", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(MINUTES_AT_MOST, TimeUnit.MINUTES);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      if (!ended || process.exitValue() != 0) {
        throw new IOException(
            String.join(" ", command)
                + (ended ? "\nexit status " + process.exitValue() : "\ndid not end")
                + '\n'
                + Files.readString(err));
      }
      return Files.readAllLines(out);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
