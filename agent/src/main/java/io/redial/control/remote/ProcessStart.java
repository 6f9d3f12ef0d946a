package io.redial.control.remote;

import io.redial.config.Splitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The start time of a process, which tells it from a later process with the same number. It is
 * known on Linux only.
 */
public final class ProcessStart {
  /**
   * The index of the start time, the 22nd field of {@code /proc/PID/stat}, among the fields after
   * the command's name, which begin with the third.
   */
  private static final int INDEX = 22 - 3;

  private ProcessStart() {}

  /**
   * Returns the start time, in clock ticks since the machine started.
   *
   * @param process {@code /proc/PID}
   * @return digits, or an empty text if it cannot be known
   */
  public static String of(Path process) {
    try {
      byte[] bytes = Files.readAllBytes(process.resolve("stat"));
      String stat = new String(bytes, StandardCharsets.ISO_8859_1);
      // The command's name is in parentheses, and may contain parentheses itself.
      List<String> fields = Splitter.of(stat.substring(stat.lastIndexOf(')') + 1).trim(), ' ');
      return fields.size() > INDEX ? fields.get(INDEX) : "";
    } catch (IOException e) {
      return "";
    }
  }
}
