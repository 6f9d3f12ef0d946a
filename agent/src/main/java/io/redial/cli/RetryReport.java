package io.redial.cli;

import io.redial.config.OneLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a recording shows of retries: totals for each host, a timeline, the slowest calls and the
 * longest waits. Events are read one at a time and summed up, so that neither memory nor the page
 * grows with the recording: the constants here bound both. The texts in a recording are not
 * trusted. Not thread-safe.
 */
final class RetryReport {
  /** The most calls that are listed, and the most waits. */
  private static final int MAX_LISTED = 50;

  private static final int MAX_HOSTS = 50;
  private static final int MAX_ROWS = 12;
  private static final int MAX_AGENTS = 10;

  /** The most hosts that have totals of their own, as many as in Redial's own counters. */
  private static final int MAX_COUNTED = 1_000;

  /** The longest first; of equally long ones, the earlier. */
  private static final Comparator<FlightEvent> LONGEST_FIRST =
      Comparator.comparingLong(FlightEvent::durationMillis)
          .reversed()
          .thenComparingLong(FlightEvent::startMillis);

  /** The recording's name. */
  final String name;

  /** All hosts together. */
  final Totals all = new Totals("All");

  /** Service, version and options of each agent, and of each change of its options. */
  final Collection<List<String>> agents = new LinkedHashSet<>();

  private final Map<String, Totals> hosts = new HashMap<>();
  private final Totals uncounted = new Totals("all other hosts");
  private final PriorityQueue<FlightEvent> calls = new PriorityQueue<>(LONGEST_FIRST.reversed());
  private final PriorityQueue<FlightEvent> waits = new PriorityQueue<>(LONGEST_FIRST.reversed());
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;
  private Timeline timeline;
  private List<CallTrace> slowestCalls;

  private RetryReport(String name) {
    this.name = OneLine.of(name);
  }

  /**
   * Reads a recording twice: first for the totals, then for what depends on them.
   *
   * @param name the recording's name, for people
   * @throws CommandException if it cannot be read, or has no events of Redial
   */
  static RetryReport of(String name, FlightEvents events) throws CommandException {
    RetryReport report = new RetryReport(name);
    events.forEach(report::sumUp);
    if (report.isEmpty() && report.agents.isEmpty()) {
      throw new CommandException(
          "has no events of Redial: no call failed while it was recorded, or the program ran"
              + " without the agent");
    }
    report.show(events);
    return report;
  }

  private void sumUp(FlightEvent event) {
    if (event.kind() == FlightEvent.Kind.AGENT) {
      if (agents.size() < MAX_AGENTS) {
        agents.add(
            Arrays.asList(event.text("service"), event.text("version"), event.text("options")));
      }
      return;
    }
    boolean isCall = event.kind() == FlightEvent.Kind.CALL;
    if (isCall) {
      keep(event, calls);
    } else if (event.kind() == FlightEvent.Kind.WAIT) {
      keep(event, waits);
    }
    // A call may have begun before the recording did.
    firstMillis = Math.min(firstMillis, isCall ? event.endMillis() : event.startMillis());
    lastMillis = Math.max(lastMillis, event.endMillis());
    all.add(event);
    host(event.text("host")).add(event);
  }

  private static void keep(FlightEvent event, PriorityQueue<FlightEvent> longest) {
    longest.add(event);
    if (longest.size() > MAX_LISTED) {
      longest.poll();
    }
  }

  private Totals host(String name) {
    return hosts.size() < MAX_COUNTED
        ? hosts.computeIfAbsent(name, Totals::new)
        : hosts.getOrDefault(name, uncounted);
  }

  private void show(FlightEvents events) throws CommandException {
    timeline = new Timeline(firstMillis(), lastMillis(), hosts(MAX_ROWS));
    slowestCalls = longestFirst(calls).map(CallTrace::new).collect(Collectors.toList());
    Map<Long, List<CallTrace>> byCall =
        slowestCalls.stream().collect(Collectors.groupingBy(CallTrace::call));
    events.forEach(
        event -> {
          timeline.add(event);
          byCall
              .getOrDefault(event.number("call"), Collections.emptyList())
              .forEach(trace -> trace.add(event));
        });
  }

  private static Stream<FlightEvent> longestFirst(Collection<FlightEvent> events) {
    return events.stream().sorted(LONGEST_FIRST);
  }

  /** Whether no call has failed. */
  boolean isEmpty() {
    return hosts.isEmpty();
  }

  /** When the first event was, in milliseconds since 1970; 0 if there is none. */
  long firstMillis() {
    return isEmpty() ? 0 : firstMillis;
  }

  /** When the last event ended, in milliseconds since 1970; 0 if there is none. */
  long lastMillis() {
    return isEmpty() ? 0 : lastMillis;
  }

  /** The hosts that are shown, those with most to show first. */
  List<Totals> hosts() {
    return hosts(MAX_HOSTS);
  }

  /**
   * The hosts with the most retries, refusals and retried calls in all; all others together come
   * last.
   */
  private List<Totals> hosts(int most) {
    List<Totals> sorted = new ArrayList<>(hosts.values());
    sorted.sort(
        Comparator.comparingLong(Totals::weight).reversed().thenComparing(host -> host.name));
    if (hosts.size() <= most) {
      return sorted;
    }
    boolean areAllCounted = hosts.size() < MAX_COUNTED;
    String name = areAllCounted ? hosts.size() - most + " other hosts" : uncounted.name;
    Totals others = new Totals(name);
    others.addAll(uncounted);
    sorted.subList(most, sorted.size()).forEach(others::addAll);
    List<Totals> shown = new ArrayList<>(sorted.subList(0, most));
    shown.add(others);
    return shown;
  }

  /** The whole report as JSON. */
  String json() {
    Json json = new Json().put("recording", name);
    json.put("from", isEmpty() ? null : time(firstMillis()));
    json.put("to", isEmpty() ? null : time(lastMillis()));
    json.put("agents", Json.array(agents, RetryReport::agent));
    json.put("all", all.addTo(new Json()));
    json.put("hosts", Json.array(hosts(), host -> host.addTo(new Json().put("host", host.name))));
    json.put("timeline", timeline.json());
    json.put("slowestCalls", Json.array(slowestCalls, CallTrace::json));
    List<FlightEvent> longestWaits = longestFirst(waits).collect(Collectors.toList());
    return json.put("longestWaits", Json.array(longestWaits, RetryReport::wait)).toString();
  }

  private static Json agent(List<String> agent) {
    Json json = new Json().put("service", agent.get(0)).put("version", agent.get(1));
    return json.put("options", agent.get(2));
  }

  private static Json wait(FlightEvent wait) {
    Json json =
        call(wait).put("attempt", wait.number("attempt")).put("reason", wait.text("reason"));
    json.put("retried", wait.flag("retried")).put("plannedWaitMillis", wait.millis("planned"));
    return json.put("waitedMillis", wait.durationMillis());
  }

  /** What describes the call of an event. */
  private static Json call(FlightEvent event) {
    Json json = new Json();
    json.put("call", event.number("call")).put("began", time(event.startMillis()));
    json.put("host", event.text("host")).put("route", event.text("route"));
    return json.put("request", event.text("request"));
  }

  /** A time in ISO 8601. */
  static String time(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }

  /** A slow call with its first ten and its last ten attempts and waits. Not thread-safe. */
  private static final class CallTrace {
    private static final int MAX_FIRST = 10;
    private static final int MAX_LAST = 10;

    private final FlightEvent call;
    private final Map<Long, FlightEvent> attempts = new TreeMap<>();
    private final Map<Long, FlightEvent> waits = new TreeMap<>();

    CallTrace(FlightEvent call) {
      this.call = call;
    }

    /** The number of the call in the log. */
    long call() {
      return call.number("call");
    }

    void add(FlightEvent event) {
      if (!event.text("request").equals(call.text("request"))) {
        return; // Another process in the same recording has a call with the same number.
      }
      if (event.kind() == FlightEvent.Kind.WAIT) {
        put(event, waits);
      } else if (event.kind() == FlightEvent.Kind.ATTEMPT) {
        FlightEvent before = attempts.get(event.number("attempt"));
        if (before == null || before.text("notRetried").isEmpty()) {
          put(event, attempts);
        }
      }
    }

    private static void put(FlightEvent event, Map<Long, FlightEvent> events) {
      events.put(event.number("attempt"), event);
      if (events.size() > MAX_FIRST + MAX_LAST) {
        events.remove(new ArrayList<>(events.keySet()).get(MAX_FIRST));
      }
    }

    Json json() {
      Json json = RetryReport.call(call).put("attempts", call.number("attempts"));
      json.put("outcome", call.text("outcome")).put("notRetried", call.text("notRetried"));
      json.put("elapsedMillis", call.durationMillis());
      return json.put("attemptList", Json.array(attempts.values(), this::json));
    }

    private Json json(FlightEvent attempt) {
      long number = attempt.number("attempt");
      Json json = new Json().put("attempt", number).put("ended", time(attempt.endMillis()));
      json.put("outcome", attempt.text("outcome")).put("reason", attempt.text("reason"));
      json.put("notRetried", attempt.text("notRetried"));
      json.put("plannedWaitMillis", attempt.millis("wait"));
      FlightEvent wait = waits.get(number);
      return wait == null ? json : json.put("waitedMillis", wait.durationMillis());
    }
  }
}
