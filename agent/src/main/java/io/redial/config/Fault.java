package io.redial.config;

/**
 * One mistake in the options: what, where, and what would be right. Immutable. Whatever it quotes
 * is shortened and has its control characters escaped, so that it is one line on any terminal.
 */
public final class Fault {
  private static final int LONGEST_QUOTE = 200;

  private final String key;
  private final Origin origin;
  private final String problem;
  private final String allowed;
  private final String suggestion;

  private Fault(String key, Origin origin, String problem, String allowed, String suggestion) {
    this.key = key;
    this.origin = origin;
    this.problem = problem;
    this.allowed = allowed;
    this.suggestion = suggestion;
  }

  /** A key that is none of ours; both names as that place spells them. */
  static Fault unknown(String name, Origin origin, String nearest) {
    return new Fault(name, origin, "unknown option " + quote(name), null, nearest);
  }

  /** A value that the option does not take. */
  static Fault badValue(String name, Option option, String found, Origin origin, BadValue bad) {
    return badValue(name, option.syntax(), found, origin, bad);
  }

  static Fault badValue(String name, String syntax, String found, Origin origin, BadValue bad) {
    String shown = found.isEmpty() ? "empty value" : "bad value " + quote(found);
    String reason = bad.reason() == null ? "" : ": " + quote(bad.reason());
    String problem = shown + " for " + quote(name) + reason;
    return new Fault(name, origin, problem, syntax, bad.suggestion());
  }

  /** Anything else. */
  static Fault of(String name, Origin origin, String problem) {
    return new Fault(name, origin, problem, null, null);
  }

  /** The key, as it is spelt in that place. */
  public String key() {
    return key;
  }

  /** Where the mistake is. */
  public Origin origin() {
    return origin;
  }

  /** What the option takes, or null if that is not the point. */
  public String allowed() {
    return allowed;
  }

  /** What was probably meant, or null. */
  public String suggestion() {
    return suggestion;
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

  /** A text from outside, made fit for one line: at most 200 characters, nothing invisible. */
  static String quote(String text) {
    return escape(text, LONGEST_QUOTE);
  }

  private static String escape(String text, int longest) {
    return text.length() <= longest
        ? OneLine.of(text)
        : OneLine.of(text.substring(0, longest)) + "...";
  }
}
