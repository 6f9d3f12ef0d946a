package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.config.Route;
import io.redial.config.Settings;
import io.redial.config.Value;
import io.redial.policy.backoff.BackoffFactory;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks for routes and values that are no errors, but may not do what was meant. */
final class Warnings {
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

  private final Configuration configuration;
  private final List<Warning> found = new ArrayList<>();

  private Warnings(Configuration configuration) {
    this.configuration = configuration;
  }

  /** A warning as it is printed: as a line, and as JSON. */
  static final class Warning {
    final String message;
    final Json json;

    private Warning(String message, Json json) {
      this.message = OneLine.of(message);
      this.json = json.put("message", this.message);
    }
  }

  /**
   * Returns all warnings: routes that never apply, values without effect, and, if there are no
   * errors, values that the command cannot judge. Of each kind, those outside the routes come
   * first.
   */
  static List<Warning> among(Configuration configuration) {
    Warnings warnings = new Warnings(configuration);
    warnings.shadowed();
    warnings.withoutEffect();
    if (configuration.faults().isEmpty()) {
      warnings.uncertain();
    }
    return warnings.found;
  }

  private static Json json(String route, Value value) {
    return new Json().put("route", route).put("origin", value.origin().toString());
  }

  private void add(String route, String key, Value value, String why) {
    String where = route.isEmpty() ? "" : "route " + route + ": ";
    String set = where + key + "=" + value.text() + " (" + value.origin() + ")";
    found.add(new Warning(set + why, json(route, value)));
  }

  /** Adds the routes whose calls all match an earlier one. */
  private void shadowed() {
    List<Route> routes = configuration.routes();
    for (int later = 1; later < routes.size(); later++) {
      Route route = routes.get(later);
      routes.subList(0, later).stream()
          .filter(earlier -> earlier.shadows(route))
          .findFirst()
          .ifPresent(earlier -> found.add(shadowed(route, earlier)));
    }
  }

  private static Warning shadowed(Route route, Route earlier) {
    return new Warning(
        text(route) + " never applies: " + text(earlier) + " comes first and matches all its calls",
        json(route.name(), route.match()).put("shadowedBy", earlier.name()));
  }

  private static String text(Route route) {
    return "route " + route.name() + " (" + route.match().origin() + ")";
  }

  /** Adds streams that are to be resumed (rule 10), which other options prevent. */
  private void withoutEffect() {
    String general = whyNotResumed(configuration::value);
    if (general != null) {
      add("", Option.RESUME.key(), configuration.value(Option.RESUME), general);
    }
    for (Route route : configuration.routes()) {
      String why = whyNotResumed(route::value);
      boolean differs = Arrays.stream(OF_RESUMING).anyMatch(option -> route.own(option) != null);
      if (why != null && (differs || general == null)) {
        add(route.name(), Option.RESUME.key(), route.value(Option.RESUME), why);
      }
    }
  }

  private static String whyNotResumed(Function<Option, Value> values) {
    String none = " has no effect, because ";
    if (values.apply(Option.RESUME).text().equals("none")) {
      return null;
    }
    if (!has(values.apply(Option.METHODS), "GET")) {
      return none + "methods has no GET";
    }
    if (!has(values.apply(Option.RETRY_ON), "connection-error")) {
      return none + "retry-on has no connection-error";
    }
    return values.apply(Option.MAX_RETRIES).text().equals("0") ? none + "max-retries is 0" : null;
  }

  private static boolean has(Value list, String item) {
    return items(list.text()).stream().anyMatch(item::equalsIgnoreCase);
  }

  /** Adds what the command cannot know, or has a side effect that is easy to overlook. */
  private void uncertain() {
    log(configuration.value(Option.LOG));
    inspect("", configuration::value);
    for (Route route : configuration.routes()) {
      String match = route.match().text();
      int space = match.indexOf(' ');
      if (space > 0) {
        add(route.name(), "match", route.match(), unusual(items(match.substring(0, space))));
      }
      inspect(route.name(), route::own);
    }
  }

  private void log(Value log) {
    if (log.text().startsWith(Settings.LOG_FILE)) {
      File file = new File(log.text().substring(Settings.LOG_FILE.length())).getAbsoluteFile();
      File folder = file.getParentFile();
      if (folder != null && !folder.isDirectory()) {
        add("", Option.LOG.key(), log, ": there is no folder " + folder + " on this machine");
      }
    }
  }

  private void inspect(String route, Function<Option, Value> values) {
    inspect(route, Option.METHODS, values, Warnings::unusual);
    inspect(route, Option.BACKOFF, values, Warnings::unknown);
    inspect(route, Option.RETRY_ON, values, Warnings::dropped);
  }

  private void inspect(
      String route,
      Option option,
      Function<Option, Value> values,
      Function<List<String>, Stream<String>> problems) {
    Value value = values.apply(option);
    if (value != null) {
      add(route, option.key(), value, problems.apply(items(value.text())));
    }
  }

  private void add(String route, String key, Value value, Stream<String> problems) {
    problems.forEach(problem -> add(route, key, value, ": " + problem));
  }

  private static Stream<String> unusual(List<String> methods) {
    return methods.stream()
        .filter(method -> !METHODS.contains(method) && !method.equals("none"))
        .map(method -> method + " is an unusual method");
  }

  private static Stream<String> unknown(List<String> backoffs) {
    return backoffs.stream()
        .filter(item -> item.indexOf(':') < 0 && !item.equals("none"))
        .map(Warnings::problem)
        .filter(Objects::nonNull);
  }

  private static String problem(String factory) {
    try {
      Class<?> found = Class.forName(factory, false, ClassLoader.getSystemClassLoader());
      boolean isFactory = BackoffFactory.class.isAssignableFrom(found);
      return isFactory ? null : factory + " is not a BackoffFactory";
    } catch (ClassNotFoundException | LinkageError e) {
      return factory + " is not on the class path of this command; it must be on the program's";
    }
  }

  /** A list of statuses alone is often meant as an addition to the default. */
  private static Stream<String> dropped(List<String> retryOn) {
    List<String> dropped = items(Option.RETRY_ON.defaultText());
    dropped.removeAll(retryOn);
    boolean namesStatus = retryOn.stream().anyMatch(item -> Character.isDigit(item.charAt(0)));
    return namesStatus && !dropped.isEmpty()
        ? Stream.of("without the default's " + String.join(", ", dropped))
        : Stream.empty();
  }

  private static List<String> items(String list) {
    return Arrays.stream(list.split("[+,]", -1))
        .map(String::trim)
        .filter(item -> !item.isEmpty())
        .collect(Collectors.toList());
  }
}
