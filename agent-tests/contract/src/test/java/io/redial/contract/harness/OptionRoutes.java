package io.redial.contract.harness;

import io.redial.subjects.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options file of a subject that tests share. Each test has servers of its own, so its options
 * are a route that covers those servers and nothing else. Thread-safe.
 */
final class OptionRoutes {
  /** Options of the whole process, which a route cannot set. */
  private static final Set<String> OF_THE_PROCESS =
      Set.of(
          "config",
          "control",
          "log",
          "log-format",
          "log-level",
          "max-waiting",
          "redact",
          "relocated-clients",
          "reload",
          "service",
          "strict");

  /** Where a call of a test goes; names are shared by tests, ports are not. */
  private static final Pattern SERVER =
      Pattern.compile("(?:http|ws)s?://((?:127\\.0\\.0\\.1|localhost):\\d+)");

  /**
   * A class name is looked up when the options are read, and some tests name one that is missing.
   */
  private static final Pattern CLASS_NAME = Pattern.compile("backoff=[^,]*[a-z]\\.[A-Za-z]");

  private static final String BEAN = "io.redial:type=Redial";

  /** Fewer than the hosts that Redial counts by name. */
  private static final int MAX_SERVERS = 700;

  /**
   * The owner is the test whose route it is: a port may be another test's before the first ends.
   */
  private record Route(String name, String options, Object owner) {}

  private final Path file;
  private final Map<String, Route> routes = new LinkedHashMap<>();
  private final Set<String> stale = new HashSet<>(); // A port may be given to a later test again.
  private int numbers;
  private boolean hasBean;

  OptionRoutes() {
    try {
      file = Files.createTempFile("subject", ".properties");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    file.toFile().deleteOnExit();
    write();
  }

  /** The agent's argument. */
  String argument() {
    return "config=" + file + ",reload=none";
  }

  /** Whether a route can set all of these options. */
  static boolean canSet(String options) {
    for (String option : options.split(",", -1)) {
      String key = option.substring(0, option.indexOf('='));
      boolean ofTheProcess =
          OF_THE_PROCESS.contains(key) || (key.equals("replay-buffer") && option.contains(":"));
      if (ofTheProcess) {
        return false;
      }
    }
    return !CLASS_NAME.matcher(options).find();
  }

  /** The servers that a scenario's arguments name. */
  static Set<String> servers(Map<String, String> args) {
    Set<String> servers = new HashSet<>();
    for (String value : args.values()) {
      Matcher url = SERVER.matcher(value);
      while (url.find()) {
        servers.add(url.group(1));
      }
    }
    return servers;
  }

  /** Sets the options of those servers. They have taken effect when it returns. */
  synchronized void set(Set<String> servers, String options, SubjectProcess process, Object owner) {
    boolean changed = false;
    for (String server : servers) {
      Route known = routes.get(server);
      if (known == null || known.owner() != owner || !known.options().equals(options)) {
        routes.put(server, new Route("t" + ++numbers, options, owner));
        changed |= known != null || stale.contains(server) || !options.equals(Subject.DEFAULTS);
      }
    }
    if (changed) {
      stale.clear();
      write();
      reload(process);
    }
  }

  /** Takes the options of those servers away; the next reload forgets them. */
  synchronized void remove(Set<String> servers, Object owner) {
    for (String server : servers) {
      Route route = routes.get(server);
      if (route != null && route.owner() == owner) {
        routes.remove(server);
        stale.add(server);
      }
    }
  }

  /** Whether this process has seen so many servers that it would soon count no more by host. */
  synchronized boolean isFull() {
    return numbers > MAX_SERVERS;
  }

  private void write() {
    StringBuilder text = new StringBuilder();
    line(text, "", Subject.DEFAULTS);
    text.append("max-waiting = none\n"); // It would count the threads of all tests.
    routes.forEach(
        (server, route) -> {
          if (route.options().equals(Subject.DEFAULTS)) {
            return;
          }
          String prefix = "route." + route.name() + ".";
          text.append(prefix).append("match = *://").append(server).append("/**\n");
          line(text, prefix, route.options());
        });
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void line(StringBuilder text, String prefix, String options) {
    for (String option : options.split(",", -1)) {
      int equals = option.indexOf('=');
      text.append(prefix)
          .append(option, 0, equals)
          .append(" = ")
          .append(option, equals + 1, option.length())
          .append('\n');
    }
  }

  private void reload(SubjectProcess process) {
    if (!hasBean) {
      Eventually.until(
          () ->
              process
                  .call(Probe.class, Map.of("what", "bean", "name", BEAN, "attribute", "Version"))
                  .containsKey("registered"));
      hasBean = true;
    }
    Map<String, String> order = new HashMap<>();
    order.put("what", "invoke");
    order.put("name", BEAN);
    order.put("operation", "reload");
    Map<String, String> answer = process.call(Probe.class, order);
    if (answer.containsKey("refused")) {
      throw new AssertionError("the options were refused: " + answer + "\n" + text());
    }
  }

  private String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
