package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Value;
import io.redial.policy.backoff.BackoffFactory;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** A route or a value that is no error, but may not do what was meant. Immutable. */
final class Warning {
  private static final String LOG_FILE = "file:";

  /** RFC 9110, RFC 5789 and WebDAV. */
  private static final Set<String> METHODS =
      new HashSet<>(
          Arrays.asList(
              ("GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY PROPFIND PROPPATCH"
                      + " MKCOL COPY MOVE LOCK UNLOCK SEARCH REPORT PURGE LINK UNLINK MERGE"
                      + " CHECKIN CHECKOUT BIND UNBIND REBIND ACL LABEL UPDATE MKCALENDAR")
                  .split(" ")));

  /** The options on which it depends whether {@code resume} has an effect. */
  private static final Option[] OF_RESUMING = {
    Option.RESUME, Option.METHODS, Option.RETRY_ON, Option.MAX_RETRIES
  };

  /** The route that it is about; empty outside the routes. */
  final String route;

  /** Where the value or the route was set. */
  final String origin;

  /** The earlier route because of which this one never applies, or null. */
  final String shadowedBy;

  final String message;

  private Warning(String route, Value value, String shadowedBy, String message) {
    this.route = route;
    this.origin = value.origin().toString();
    this.shadowedBy = shadowedBy;
    this.message = OneLine.of(message);
  }

  /**
   * Returns all warnings: routes that never apply, values without effect, and, if there are no
   * errors, values that the command cannot judge. Of each kind, those outside the routes come
   * first.
   */
  static List<Warning> among(Configuration configuration) {
    List<Warning> found = new ArrayList<>();
    shadowed(configuration.routes(), found);
    withoutEffect(configuration, found);
    if (configuration.faults().isEmpty()) {
      uncertain(configuration, found);
    }
    return found;
  }

  private static void add(String route, String key, Value value, String why, List<Warning> to) {
    String where = route.isEmpty() ? "" : "route " + route + ": ";
    String set = where + key + "=" + value.text() + " (" + value.origin() + ")";
    to.add(new Warning(route, value, null, set + why));
  }

  // Routes whose calls all match an earlier one.

  private static void shadowed(List<Route> routes, List<Warning> to) {
    for (int later = 1; later < routes.size(); later++) {
      Route route = routes.get(later);
      for (Route earlier : routes.subList(0, later)) {
        if (earlier.shadows(route)) {
          String why = " never applies: ";
          String message =
              text(route) + why + text(earlier) + " comes first and matches all its calls";
          to.add(new Warning(route.name(), route.match(), earlier.name(), message));
          break;
        }
      }
    }
  }

  private static String text(Route route) {
    return "route " + route.name() + " (" + route.match().origin() + ")";
  }

  // Streams that are to be resumed after an interruption (rule 10), which other options prevent.

  private static void withoutEffect(Configuration configuration, List<Warning> to) {
    String general = whyNotResumed(configuration::value);
    if (general != null) {
      addResume("", configuration.value(Option.RESUME), general, to);
    }
    for (Route route : configuration.routes()) {
      String why = whyNotResumed(route::value);
      boolean differs = Arrays.stream(OF_RESUMING).anyMatch(option -> route.own(option) != null);
      if (why != null && (differs || general == null)) {
        addResume(route.name(), route.value(Option.RESUME), why, to);
      }
    }
  }

  private static void addResume(String route, Value resume, String why, List<Warning> to) {
    add(route, Option.RESUME.key(), resume, " has no effect, because " + why, to);
  }

  private static String whyNotResumed(Function<Option, Value> values) {
    if (values.apply(Option.RESUME).text().equals("none")) {
      return null;
    }
    if (!has(values.apply(Option.METHODS), "GET")) {
      return "methods has no GET";
    }
    if (!has(values.apply(Option.RETRY_ON), "connection-error")) {
      return "retry-on has no connection-error";
    }
    return values.apply(Option.MAX_RETRIES).text().equals("0") ? "max-retries is 0" : null;
  }

  private static boolean has(Value list, String item) {
    return items(list.text()).stream().anyMatch(item::equalsIgnoreCase);
  }

  // What the command cannot know, or has a side effect that is easy to overlook.

  private static void uncertain(Configuration configuration, List<Warning> to) {
    log(configuration.value(Option.LOG), to);
    inspect("", configuration::value, to);
    for (Route route : configuration.routes()) {
      String match = route.match().text();
      int space = match.indexOf(' ');
      if (space > 0) {
        methods(route.name(), "match", route.match(), match.substring(0, space), to);
      }
      inspect(route.name(), route::own, to);
    }
  }

  private static void inspect(String route, Function<Option, Value> values, List<Warning> to) {
    Value methods = values.apply(Option.METHODS);
    if (methods != null) {
      methods(route, Option.METHODS.key(), methods, methods.text(), to);
    }
    Value backoff = values.apply(Option.BACKOFF);
    if (backoff != null) {
      backoff(route, backoff, to);
    }
    Value retryOn = values.apply(Option.RETRY_ON);
    if (retryOn != null) {
      retryOn(route, retryOn, to);
    }
  }

  private static void log(Value log, List<Warning> to) {
    if (log.text().startsWith(LOG_FILE)) {
      File file = new File(log.text().substring(LOG_FILE.length())).getAbsoluteFile();
      File folder = file.getParentFile();
      if (folder != null && !folder.isDirectory()) {
        String why = ": there is no folder " + folder + " on this machine";
        add("", Option.LOG.key(), log, why, to);
      }
    }
  }

  private static void methods(
      String route, String key, Value value, String methods, List<Warning> to) {
    for (String method : items(methods)) {
      if (!METHODS.contains(method) && !method.equals("none")) {
        add(route, key, value, ": " + method + " is an unusual method", to);
      }
    }
  }

  private static void backoff(String route, Value value, List<Warning> to) {
    for (String item : items(value.text())) {
      String problem = item.indexOf(':') < 0 && !item.equals("none") ? problem(item) : null;
      if (problem != null) {
        add(route, Option.BACKOFF.key(), value, ": " + item + problem, to);
      }
    }
  }

  private static String problem(String factory) {
    try {
      Class<?> found = Class.forName(factory, false, ClassLoader.getSystemClassLoader());
      return BackoffFactory.class.isAssignableFrom(found) ? null : " is not a BackoffFactory";
    } catch (ClassNotFoundException | LinkageError e) {
      return " is not on the class path of this command; it must be on the program's";
    }
  }

  /** A list of statuses alone is often meant as an addition to the default. */
  private static void retryOn(String route, Value value, List<Warning> to) {
    List<String> items = items(value.text());
    List<String> dropped = items(Option.RETRY_ON.defaultText());
    dropped.removeAll(items);
    boolean namesStatus = items.stream().anyMatch(item -> Character.isDigit(item.charAt(0)));
    if (namesStatus && !dropped.isEmpty()) {
      String why = ": without the default's " + String.join(", ", dropped);
      add(route, Option.RETRY_ON.key(), value, why, to);
    }
  }

  private static List<String> items(String list) {
    List<String> items = new ArrayList<>();
    for (String item : list.split("[+,]", -1)) {
      if (!item.trim().isEmpty()) {
        items.add(item.trim());
      }
    }
    return items;
  }
}
