package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A {@code resume} option without effect: streams are to be resumed after an interruption (rule
 * 10), but other options prevent that.
 */
final class IneffectiveResume {
  final String route;
  final Value resume;
  private final String why;

  private IneffectiveResume(String route, Value resume, String why) {
    this.route = route;
    this.resume = resume;
    this.why = why;
  }

  /**
   * Returns the one outside the routes first, then those of the routes that set an option which
   * matters here.
   */
  static List<IneffectiveResume> among(Configuration configuration) {
    List<IneffectiveResume> useless = new ArrayList<>();
    inspect("", configuration::value, useless);
    for (Route route : configuration.routes()) {
      int before = useless.size();
      inspect(route.name(), route::value, useless);
      boolean said = before > 0 && useless.size() > before && !differs(route);
      if (said) {
        useless.remove(before);
      }
    }
    return useless;
  }

  private static boolean differs(Route route) {
    return route.own(Option.RESUME) != null
        || route.own(Option.METHODS) != null
        || route.own(Option.RETRY_ON) != null
        || route.own(Option.MAX_RETRIES) != null;
  }

  private static void inspect(
      String route, Function<Option, Value> values, List<IneffectiveResume> to) {
    Value resume = values.apply(Option.RESUME);
    if (resume.text().equals("none")) {
      return;
    }
    if (!has(values.apply(Option.METHODS), "GET")) {
      to.add(new IneffectiveResume(route, resume, "methods has no GET"));
    } else if (!has(values.apply(Option.RETRY_ON), "connection-error")) {
      to.add(new IneffectiveResume(route, resume, "retry-on has no connection-error"));
    } else if (values.apply(Option.MAX_RETRIES).text().equals("0")) {
      to.add(new IneffectiveResume(route, resume, "max-retries is 0"));
    }
  }

  private static boolean has(Value list, String item) {
    for (String one : list.text().split("[+,]", -1)) {
      if (one.trim().equalsIgnoreCase(item)) {
        return true;
      }
    }
    return false;
  }

  String message() {
    String where = route.isEmpty() ? "" : "route " + route + ": ";
    return OneLine.of(
        where
            + "resume="
            + resume.text()
            + " ("
            + resume.origin()
            + ") has no effect, because "
            + why);
  }
}
