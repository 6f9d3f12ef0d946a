package io.redial.control;

import io.redial.config.Configuration;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Value;
import io.redial.control.log.LogLine;
import java.util.ArrayList;
import java.util.List;

/** The value of an option and where it comes from (rule 11.6). Immutable. */
public final class OptionInfo {
  /** Where a line of options ends at the latest, but for the option that reaches it. */
  private static final int LONGEST = 1_500;

  private final String route;
  private final String key;
  private final Value value;

  OptionInfo(String route, String key, Value value) {
    this.route = route;
    this.key = key;
    this.value = value;
  }

  /** The options in force; then those that the routes set. */
  static List<OptionInfo> all(Configuration current) {
    List<OptionInfo> options = new ArrayList<>();
    for (Option option : Option.values()) {
      options.add(new OptionInfo("", option.key(), current.value(option)));
    }
    for (Route route : current.routes()) {
      options.add(new OptionInfo(route.name(), "match", route.match()));
      for (Option option : Option.values()) {
        Value own = route.own(option);
        if (own != null) {
          options.add(new OptionInfo(route.name(), option.key(), own));
        }
      }
    }
    return options;
  }

  /**
   * Returns the options that are set, as a file would set them, on one line and without the secrets
   * of URLs; the service's name aside.
   */
  public static String set(Configuration current) {
    StringBuilder line = new StringBuilder();
    for (OptionInfo option : all(current)) {
      boolean isSet = option.value.origin().isSet();
      if (isSet && !option.key.equals(Option.SERVICE.key()) && line.length() < LONGEST) {
        String route = option.route.isEmpty() ? "" : "route." + option.route + ".";
        line.append(line.length() == 0 ? "" : " ").append(route).append(option.key);
        line.append('=').append(LogLine.shortened(option.getValue()));
      }
    }
    return line.toString();
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
    return value.text() == null ? "" : value.text();
  }

  /**
   * The value's source, for example {@code agent argument}, {@code run time} or {@code
   * /etc/redial/orders.properties:3}.
   */
  public String getOrigin() {
    return value.origin().toString();
  }
}
