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

/**
 * A value that is no error, but may not do what was meant: the command cannot know what the program
 * will find, or the value has a side effect that is easy to overlook.
 */
final class Uncertain {
  private static final String LOG_FILE = "file:";

  /** RFC 9110, RFC 5789 and WebDAV. */
  private static final Set<String> METHODS =
      new HashSet<>(
          Arrays.asList(
              ("GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH QUERY PROPFIND PROPPATCH"
                      + " MKCOL COPY MOVE LOCK UNLOCK SEARCH REPORT PURGE LINK UNLINK MERGE"
                      + " CHECKIN CHECKOUT BIND UNBIND REBIND ACL LABEL UPDATE MKCALENDAR")
                  .split(" ")));

  /** The route that sets it; empty outside the routes. */
  final String route;

  final Value value;
  private final String key;
  private final String why;

  private Uncertain(String route, String key, Value value, String why) {
    this.route = route;
    this.key = key;
    this.value = value;
    this.why = why;
  }

  /** Returns those outside the routes first. */
  static List<Uncertain> among(Configuration configuration) {
    List<Uncertain> found = new ArrayList<>();
    log(configuration.value(Option.LOG), found);
    inspect("", configuration::value, found);
    for (Route route : configuration.routes()) {
      String match = route.match().text();
      int space = match.indexOf(' ');
      if (space > 0) {
        methods(route.name(), "match", route.match(), match.substring(0, space), found);
      }
      inspect(route.name(), route::own, found);
    }
    return found;
  }

  private static void inspect(String route, Function<Option, Value> values, List<Uncertain> to) {
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

  private static void log(Value log, List<Uncertain> to) {
    if (log.text().startsWith(LOG_FILE)) {
      File folder = new File(log.text().substring(LOG_FILE.length())).getAbsoluteFile();
      folder = folder.getParentFile();
      if (folder != null && !folder.isDirectory()) {
        String why = "there is no folder " + folder + " on this machine";
        to.add(new Uncertain("", Option.LOG.key(), log, why));
      }
    }
  }

  private static void methods(
      String route, String key, Value value, String methods, List<Uncertain> to) {
    for (String method : items(methods)) {
      if (!METHODS.contains(method) && !method.equals("none")) {
        to.add(new Uncertain(route, key, value, method + " is an unusual method"));
      }
    }
  }

  private static void backoff(String route, Value value, List<Uncertain> to) {
    for (String item : items(value.text())) {
      if (item.indexOf(':') < 0 && !item.equals("none")) {
        String problem = problem(item);
        if (problem != null) {
          to.add(new Uncertain(route, Option.BACKOFF.key(), value, problem));
        }
      }
    }
  }

  private static String problem(String factory) {
    try {
      Class<?> found = Class.forName(factory, false, ClassLoader.getSystemClassLoader());
      return BackoffFactory.class.isAssignableFrom(found)
          ? null
          : factory + " is not a BackoffFactory";
    } catch (ClassNotFoundException | LinkageError e) {
      return factory + " is not on the class path of this command; it must be on the program's";
    }
  }

  /** A list of statuses alone is often meant as an addition to the default. */
  private static void retryOn(String route, Value value, List<Uncertain> to) {
    List<String> items = items(value.text());
    boolean namesStatus = false;
    for (String item : items) {
      namesStatus |= Character.isDigit(item.charAt(0));
    }
    List<String> dropped = new ArrayList<>(items(Option.RETRY_ON.defaultText()));
    dropped.removeAll(items);
    if (namesStatus && !dropped.isEmpty()) {
      String why = "without the default's " + String.join(", ", dropped);
      to.add(new Uncertain(route, Option.RETRY_ON.key(), value, why));
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

  String message() {
    String where = route.isEmpty() ? "" : "route " + route + ": ";
    return OneLine.of(where + key + "=" + value.text() + " (" + value.origin() + "): " + why);
  }
}
