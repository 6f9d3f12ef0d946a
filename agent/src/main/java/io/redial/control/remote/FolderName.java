package io.redial.control.remote;

import io.redial.policy.Digits;
import io.redial.policy.Splitter;
import java.util.List;

/** The name of a process's folder: {@code redial-} and the number of the process. */
public final class FolderName {
  private static final String PREFIX = "redial-";

  private FolderName() {}

  /** The name of a process's folder, unless something else has that name. */
  public static String of(String process) {
    return PREFIX + process;
  }

  /**
   * Returns the number of the process that a folder's name contains, or null. After it there is a
   * dash and a number in hexadecimal digits if something else had the shorter name.
   */
  public static String process(String name) {
    if (!name.startsWith(PREFIX)) {
      return null;
    }
    List<String> parts = Splitter.of(name.substring(PREFIX.length()), '-');
    String number = parts.get(0);
    boolean isNumber =
        number.length() <= 10 && !number.startsWith("0") && Digits.number(number) >= 0;
    boolean isWhole = parts.size() == 1 || (parts.size() == 2 && isHexadecimal(parts.get(1)));
    return isNumber && isWhole ? number : null;
  }

  private static boolean isHexadecimal(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> "0123456789abcdef".indexOf(c) >= 0);
  }
}
