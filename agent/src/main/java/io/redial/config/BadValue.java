package io.redial.config;

/**
 * Thrown when an option does not accept a value. Never leaves this package, where it is turned into
 * a {@link ConfigError}.
 */
final class BadValue extends Exception {
  private static final long serialVersionUID = 1L;

  private final String suggestion;

  /**
   * Creates the exception for a value that was refused.
   *
   * @param reason what is wrong with the value, or null if the option's syntax says enough
   * @param suggestion what was probably meant, or null
   */
  BadValue(String reason, String suggestion) {
    super(reason, null, false, false);
    this.suggestion = suggestion;
  }

  /** Throws the exception for a value that is refused and that the option's syntax explains. */
  static void throwIf(boolean isBad) throws BadValue {
    throwIf(isBad, null);
  }

  /** Throws the exception for a value that is refused for this reason, without a suggestion. */
  static void throwIf(boolean isBad, String reason) throws BadValue {
    if (isBad) {
      throw new BadValue(reason, null);
    }
  }

  String suggestion() {
    return suggestion;
  }
}
