package io.redial.config;

/** The value of an option as it was written, and its source. Immutable. */
public final class Value {
  private final String text;
  private final Origin origin;

  Value(String text, Origin origin) {
    this.text = text;
    this.origin = origin;
  }

  /**
   * The value in the option's own syntax; null for an option that is not set and has no default.
   */
  public String text() {
    return text;
  }

  public Origin origin() {
    return origin;
  }

  @Override
  public String toString() {
    return text + " (" + origin + ")";
  }
}
