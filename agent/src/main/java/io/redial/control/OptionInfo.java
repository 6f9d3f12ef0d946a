package io.redial.control;

import io.redial.config.Value;

/** The value of an option and where it comes from (rule 11.6). Immutable. */
public final class OptionInfo {
  private final String route;
  private final String key;
  private final String value;
  private final String origin;

  OptionInfo(String route, String key, Value value) {
    this.route = route;
    this.key = key;
    this.value = value.text() == null ? "" : value.text();
    this.origin = value.origin().toString();
  }

  /** The route that sets the option; empty for the value outside the routes. */
  public String getRoute() {
    return route;
  }

  /** Its key: {@code max-retries}. */
  public String getKey() {
    return key;
  }

  /** Its value as it was written; empty if it has none. */
  public String getValue() {
    return value;
  }

  /**
   * The value's source, for example {@code agent argument}, {@code run time} or {@code
   * /etc/redial/orders.properties:3}.
   */
  public String getOrigin() {
    return origin;
  }
}
