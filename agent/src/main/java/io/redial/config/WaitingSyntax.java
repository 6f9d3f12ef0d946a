package io.redial.config;

import io.redial.policy.WaitingLimit;

/** The syntax of option {@code max-waiting} (rule 4.7). */
final class WaitingSyntax {
  private WaitingSyntax() {}

  /** Parses {@code SHARE%:MOST}, {@code SHARE%}, {@code MOST} or {@code none}. */
  static WaitingLimit limit(String text) throws BadValue {
    int colon = text.indexOf(':');
    String first = colon < 0 ? text : text.substring(0, colon);
    if (first.endsWith("%")) {
      int most = colon < 0 ? Integer.MAX_VALUE : Syntax.count(text.substring(colon + 1), 0);
      return WaitingLimit.of(Syntax.share(first), most);
    }
    if (colon >= 0) {
      throw new BadValue(
          "the part before the colon is a percentage",
          suggestion(first, text.substring(colon + 1)));
    }
    return WaitingLimit.of(Syntax.countOrNone(text));
  }

  /**
   * Returns what was probably meant by two numbers, which used to be a limit in all and one for
   * each host, or by one number and a colon.
   */
  private static String suggestion(String first, String second) {
    if (first.isEmpty() || Syntax.digits(first, 0) < first.length()) {
      return null;
    }
    String standard = Option.MAX_WAITING.defaultText();
    return second.isEmpty() ? first : standard.substring(0, standard.indexOf(':') + 1) + first;
  }
}
