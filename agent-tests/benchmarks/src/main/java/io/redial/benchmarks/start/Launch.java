package io.redial.benchmarks.start;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a process.
 *
 * @param wallMillis from its start to its end
 * @param cpuMillis what all its threads used, in user and in system mode
 */
record Launch(double wallMillis, double cpuMillis) {
  /** Bash has the kernel's own figures for a process that has ended; Java has not. */
  private static final List<String> TIMED =
      List.of("bash", "-c", "TIMEFORMAT='%3R %3U %3S'; time \"$@\" >/dev/null", "bash");

  static Launch of(List<String> command) throws IOException, InterruptedException {
    List<String> timed = new ArrayList<>(TIMED);
    timed.addAll(command);
    Process process = new ProcessBuilder(timed).start();
    process.getOutputStream().close();
    String errors =
        new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + "\n" + errors);
    }
    String[] seconds = errors.substring(errors.lastIndexOf('\n') + 1).split(" ", 3);
    double user = Double.parseDouble(seconds[1]);
    double system = Double.parseDouble(seconds[2]);
    return new Launch(1_000 * Double.parseDouble(seconds[0]), 1_000 * (user + system));
  }
}
