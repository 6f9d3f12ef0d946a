package io.redial.control.remote;

import io.redial.config.Splitter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * When a process was started, so that a later process with the same number is told apart from it.
 * Only Linux says it.
 */
public final class ProcessStart {
  /** The 22nd field of {@code /proc/PID/stat}; the third one follows the command's name. */
  private static final int INDEX = 22 - 3;

  private ProcessStart() {}

  /**
   * Clock ticks since the machine started.
   *
   * @param process {@code /proc/PID}
   * @return digits, or an empty text if that cannot be known
   */
  public static String of(Path process) {
    try {
      byte[] bytes = Files.readAllBytes(process.resolve("stat"));
      String stat = new String(bytes, StandardCharsets.ISO_8859_1);
      // The command's name is in parentheses, and may have some itself.
      List<String> fields = Splitter.of(stat.substring(stat.lastIndexOf(')') + 1).trim(), ' ');
      return fields.size() > INDEX ? fields.get(INDEX) : "";
    } catch (IOException e) {
      return "";
    }
  }
}
