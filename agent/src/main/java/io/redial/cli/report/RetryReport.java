package io.redial.cli.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a recording shows of retries: totals for each host, a timeline, the slowest calls and the
 * longest waits. Its size is bounded by the constants here. Not thread-safe.
 */
public final class RetryReport {
  static final int MAX_CALLS = 50;
  static final int MAX_WAITS = 50;
  static final int MAX_HOSTS = 50;
  static final int MAX_ROWS = 12;

  private final String name;
  private final Summary summary;
  private final List<Totals> hosts;
  private final Timeline timeline;
  private final List<CallTrace> slowestCalls;

  private RetryReport(
      String name, Summary summary, Timeline timeline, List<CallTrace> slowestCalls) {
    this.name = name;
    this.summary = summary;
    this.timeline = timeline;
    this.slowestCalls = slowestCalls;
    List<Totals> named = summary.hosts(MAX_HOSTS);
    hosts = new ArrayList<>(named);
    Totals others = summary.otherHosts(named);
    if (others != null) {
      hosts.add(others);
    }
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
    if (summary.isEmpty()) {
      throw new RecordingException(
          "has no events of Redial: no call failed while it was recorded, or the program ran"
              + " without the agent");
    }
    TimeScale scale = new TimeScale(summary.firstNanos(), summary.lastNanos());
    List<Totals> rows = summary.hosts(MAX_ROWS);
    Timeline timeline = new Timeline(scale, rows, summary.otherHosts(rows));
    List<CallTrace> traces = new ArrayList<>();
    Map<Long, List<CallTrace>> byCall = new HashMap<>();
    for (FlightEvent call : summary.slowestCalls()) {
      CallTrace trace = new CallTrace(call);
      traces.add(trace);
      byCall.computeIfAbsent(call.call(), number -> new ArrayList<>()).add(trace);
    }
    events.forEach(
        event -> {
          timeline.add(event);
          byCall
              .getOrDefault(event.call(), Collections.emptyList())
              .forEach(trace -> trace.add(event));
        });
    return new RetryReport(name, summary, timeline, traces);
  }

  /** The recording's name. */
  public String name() {
    return name;
  }

  /** When the first event was, in nanoseconds since 1970. */
  public long firstNanos() {
    return summary.firstNanos();
  }

  /** When the last event ended, in nanoseconds since 1970. */
  public long lastNanos() {
    return summary.lastNanos();
  }

  /** All hosts together. */
  public Totals all() {
    return summary.all();
  }

  /**
   * The 50 hosts with the most retries, refusals and retried calls in all; all others together come
   * last.
   */
  public List<Totals> hosts() {
    return hosts;
  }

  /** The timeline, for 12 hosts and all others together. */
  public Timeline timeline() {
    return timeline;
  }

  /** The 50 slowest calls, the slowest first. */
  public List<CallTrace> slowestCalls() {
    return slowestCalls;
  }

  /** The 50 longest waits, the longest first. */
  public List<FlightEvent> longestWaits() {
    return summary.longestWaits();
  }
}
