package io.redial.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Events at times that the test chooses, in milliseconds since 1970. */
final class SampleEvents implements FlightEvents {
  private final List<FlightEvent> events = new ArrayList<>();

  private SampleEvents add(FlightEvent.Kind kind, long at, long millis, Map<String, ?> fields) {
    events.add(new FlightEvent(kind, at, millis, fields));
    return this;
  }

  /** The end of a chunk. */
  SampleEvents agent(String service, String version, String options) {
    return add(
        FlightEvent.Kind.AGENT,
        0,
        0,
        Map.of("service", service, "version", version, "options", options));
  }

  /** An attempt that a retry follows. */
  SampleEvents retried(long at, int call, String host, int attempt, String reason) {
    return attempt(at, call, host, attempt, reason, "");
  }

  /** An attempt that none follows, and the refusal. */
  SampleEvents refused(long at, int call, String host, int attempt, String refusal) {
    attempt(at, call, host, attempt, "status", refusal);
    return add(
        FlightEvent.Kind.REFUSAL,
        at,
        0,
        Map.of("call", call, "host", host, "reason", refusal, "request", request(call)));
  }

  SampleEvents attempt(
      long at, int call, String host, int attempt, String reason, String notRetried) {
    return attemptOf(request(call), at, call, host, attempt, reason, notRetried);
  }

  SampleEvents attemptOf(
      String request,
      long at,
      int call,
      String host,
      int attempt,
      String reason,
      String notRetried) {
    Map<String, Object> fields =
        Map.of(
            "call",
            call,
            "host",
            host,
            "attempt",
            attempt,
            "request",
            request,
            "reason",
            reason,
            "notRetried",
            notRetried,
            "outcome",
            "503");
    return add(FlightEvent.Kind.ATTEMPT, at, 0, fields);
  }

  SampleEvents waited(long at, long millis, int call, String host, int attempt, boolean retried) {
    Map<String, Object> fields =
        Map.of(
            "call",
            call,
            "host",
            host,
            "attempt",
            attempt,
            "request",
            request(call),
            "reason",
            "status",
            "planned",
            millis,
            "retried",
            retried);
    return add(FlightEvent.Kind.WAIT, at, millis, fields);
  }

  SampleEvents ended(long at, long elapsed, int call, String host, String notRetried) {
    return endedWith("200", at, elapsed, call, host, notRetried);
  }

  SampleEvents endedWith(
      String outcome, long at, long elapsed, int call, String host, String notRetried) {
    Map<String, Object> fields =
        Map.of(
            "call",
            call,
            "host",
            host,
            "attempts",
            2,
            "request",
            request(call),
            "elapsed",
            elapsed,
            "notRetried",
            notRetried,
            "outcome",
            outcome);
    return add(FlightEvent.Kind.CALL, at, 0, fields);
  }

  private static String request(int call) {
    return "GET /" + call;
  }

  @Override
  public void forEach(Consumer<? super FlightEvent> action) {
    events.forEach(action);
  }

  RetryReport report() throws CommandException {
    return RetryReport.of("calls.jfr", this);
  }
}
