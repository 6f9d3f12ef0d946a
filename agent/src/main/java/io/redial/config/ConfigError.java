package io.redial.config;

import java.util.List;

/**
 * One mistake in the options: what is wrong, where, and what would be right. Immutable. Quoted text
 * is shortened and its control characters are escaped, so that the message is one line on any
 * terminal.
 */
public final class ConfigError {
  private static final int LONGEST_QUOTE = 200;

  private final String key;
  private final Origin origin;
  private final String problem;
  private final String allowed;
  private final String suggestion;

  /**
   * @param allowed the option's syntax; null if the mistake is not about that
   */
  private ConfigError(
      String name, Origin origin, String problem, String allowed, String suggestion) {
    this.key = origin.isQuoted() ? name : origin.quote(name);
    this.origin = origin;
    this.problem = problem;
    this.allowed = allowed;
    this.suggestion = suggestion;
  }

  /** Returns the error for an unknown key. Both names are written as the source writes them. */
  static ConfigError unknown(String name, Origin origin, String nearest) {
    // What nearly is an option's name gives nothing away, wherever it stands.
    String problem = "unknown option " + (nearest == null ? origin.quote(name) : quote(name));
    return new ConfigError(name, origin, problem, null, nearest);
  }

  static ConfigError badValue(
      String name, String syntax, String found, Origin origin, BadValue bad) {
    String value = origin.isQuoted() ? " " + quote(found) : "";
    String shown = found.isEmpty() ? "empty value" : "bad value" + value;
    boolean says = bad.getMessage() != null && origin.isQuoted(); // It may quote the value.
    String problem =
        shown + " for " + origin.quote(name) + (says ? ": " + quote(bad.getMessage()) : "");
    String suggestion = origin.isQuoted() ? bad.suggestion() : null;
    return new ConfigError(name, origin, problem, syntax, suggestion);
  }

  /** Returns an error of any other kind. */
  static ConfigError of(String name, Origin origin, String problem) {
    return new ConfigError(name, origin, problem, null, null);
  }

  /** The key, as its source writes it. */
  public String key() {
    return key;
  }

  public Origin origin() {
    return origin;
  }

  /** What was probably meant, or null. */
  public String suggestion() {
    return suggestion;
  }

  /** Returns whether all of the errors can be corrected in files. */
  public static boolean areInFiles(List<ConfigError> faults) {
    return faults.stream().allMatch(fault -> fault.origin.isFile());
  }

  /** The mistake in one line. */
  public String message() {
    StringBuilder line = new StringBuilder(problem);
    line.append(" (").append(escape(origin.place(), Integer.MAX_VALUE)).append(')');
    if (allowed != null) {
      line.append("; allowed: ").append(allowed);
    }
    if (suggestion != null) {
      line.append("; did you mean ").append(quote(suggestion)).append('?');
    }
    return line.toString();
  }

  /** {@link #message} as it is printed: {@code redial: unknown option …}. */
  @Override
  public String toString() {
    return "redial: " + message();
  }

  /**
   * Returns a text from outside as one line: cut off after 200 characters, with invisible
   * characters escaped.
   */
  static String quote(String text) {
    return escape(text, LONGEST_QUOTE);
  }

  private static String escape(String text, int longest) {
    return text.length() <= longest
        ? OneLine.of(text)
        : OneLine.of(text.substring(0, longest)) + "...";
  }
}
