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

  BadValue() {
    this(null, null);
  }

  String suggestion() {
    return suggestion;
  }
}
