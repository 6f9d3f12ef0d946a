package io.redial.config;

/**
 * A value that an option does not take. Never leaves this package: it becomes a {@link
 * ConfigError}.
 */
final class BadValue extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String suggestion;

  /**
   * A value refused.
   *
   * @param reason what is wrong with it if the option's syntax alone does not tell, or null
   * @param suggestion what was probably meant, or null
   */
  BadValue(String reason, String suggestion) {
    super(reason, null, false, false);
    this.reason = reason;
    this.suggestion = suggestion;
  }

  BadValue() {
    this(null, null);
  }

  String reason() {
    return reason;
  }

  String suggestion() {
    return suggestion;
  }
}
