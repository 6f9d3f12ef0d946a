package io.redial.control.remote;

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
    int digits = PREFIX.length();
    int end = endOf(name, digits, "0123456789");
    boolean isNumber = end > digits && end - digits <= 10 && name.charAt(digits) != '0';
    boolean isWhole = end == name.length();
    if (!isWhole && name.charAt(end) == '-') {
      int suffix = end + 1;
      isWhole = suffix < name.length() && endOf(name, suffix, "0123456789abcdef") == name.length();
    }
    return isNumber && isWhole ? name.substring(digits, end) : null;
  }

  private static int endOf(String name, int from, String characters) {
    int end = from;
    while (end < name.length() && characters.indexOf(name.charAt(end)) >= 0) {
      end++;
    }
    return end;
  }
}
