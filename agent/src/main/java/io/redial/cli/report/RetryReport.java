package io.redial.cli.report;

import io.redial.cli.json.Json;
import io.redial.config.OneLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a recording shows of retries: totals for each host, a timeline, the slowest calls and the
 * longest waits. Its size is bounded by the constants here. Not thread-safe.
 */
public final class RetryReport {
  /** The most calls that are listed, and the most waits. */
  static final int MAX_LISTED = 50;

  static final int MAX_HOSTS = 50;
  static final int MAX_ROWS = 12;

  /** The recording's name. */
  final String name;

  final Summary summary;
  private final Timeline timeline;
  private final List<CallTrace> slowestCalls = new ArrayList<>();

  private RetryReport(String name, Summary summary) {
    this.name = OneLine.of(name);
    this.summary = summary;
    timeline = new Timeline(summary.firstMillis(), summary.lastMillis(), summary.hosts(MAX_ROWS));
    summary.slowestCalls().forEach(call -> slowestCalls.add(new CallTrace(call)));
  }

  /**
   * Reads a recording twice: first for the totals, then for what depends on them.
   *
   * @param name the recording's name, for people
   * @throws RecordingException if it cannot be read, or has no events of Redial
   */
  public static RetryReport of(String name, FlightEvents events) throws RecordingException {
    Summary summary = new Summary();
    events.forEach(summary);
    if (summary.isEmpty() && summary.agents.isEmpty()) {
      throw new RecordingException(
          "has no events of Redial: no call failed while it was recorded, or the program ran"
              + " without the agent");
    }
    RetryReport report = new RetryReport(name, summary);
    Map<Long, List<CallTrace>> byCall = new HashMap<>();
    for (CallTrace trace : report.slowestCalls) {
      byCall.computeIfAbsent(trace.call(), number -> new ArrayList<>()).add(trace);
    }
    events.forEach(
        event -> {
          report.timeline.add(event);
          byCall
              .getOrDefault(event.number("call"), Collections.emptyList())
              .forEach(trace -> trace.add(event));
        });
    return report;
  }

  /** The hosts that are shown, those with most to show first. */
  List<Totals> hosts() {
    return summary.hosts(MAX_HOSTS);
  }

  /** The whole report as JSON. */
  public String json() {
    Json json = new Json().put("recording", name);
    json.put("from", summary.isEmpty() ? null : time(summary.firstMillis()));
    json.put("to", summary.isEmpty() ? null : time(summary.lastMillis()));
    json.put("agents", Json.array(summary.agents, RetryReport::agent));
    json.put("all", summary.all.addTo(new Json()));
    json.put("hosts", Json.array(hosts(), host -> host.addTo(new Json().put("host", host.name))));
    json.put("timeline", timeline.json());
    json.put("slowestCalls", Json.array(slowestCalls, CallTrace::json));
    return json.put("longestWaits", Json.array(summary.longestWaits(), RetryReport::wait))
        .toString();
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
