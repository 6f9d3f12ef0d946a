package io.redial.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Events at times that the test chooses, in milliseconds since 1970. */
final class SampleEvents implements FlightEvents {
  private final List<FlightEvent> events = new ArrayList<>();

  private static final class Fields implements EventFields {
    private final Map<String, Object> fields;

    Fields(Map<String, Object> fields) {
      this.fields = fields;
    }

    @Override
    public String text(String field) {
      return (String) fields.getOrDefault(field, "");
    }

    @Override
    public long number(String field) {
      return ((Number) fields.getOrDefault(field, 0)).longValue();
    }

    @Override
    public long nanos(String field) {
      return TimeUnit.MILLISECONDS.toNanos(number(field));
    }

    @Override
    public boolean flag(String field) {
      return (boolean) fields.getOrDefault(field, false);
    }
  }

  private static FlightEvent event(
      FlightEvent.Kind kind, long at, long duration, Map<String, Object> fields) {
    return new FlightEvent(
        kind,
        TimeUnit.MILLISECONDS.toNanos(at),
        TimeUnit.MILLISECONDS.toNanos(duration),
        new Fields(fields));
  }

  /** An attempt that a retry follows. */
  SampleEvents retried(long at, int call, String host, int attempt, String reason) {
    return attempt(at, call, host, attempt, reason, "");
  }

  /** An attempt that none follows, and the refusal. */
  SampleEvents refused(long at, int call, String host, int attempt, String refusal) {
    attempt(at, call, host, attempt, "status", refusal);
    events.add(
        event(
            FlightEvent.Kind.REFUSAL,
            at,
            0,
            Map.of("call", call, "host", host, "reason", refusal, "request", request(call))));
    return this;
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
    events.add(event(FlightEvent.Kind.ATTEMPT, at, 0, fields));
    return this;
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
    events.add(event(FlightEvent.Kind.WAIT, at, millis, fields));
    return this;
  }

  SampleEvents ended(long at, long elapsed, int call, String host, String notRetried) {
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
            "200");
    events.add(event(FlightEvent.Kind.CALL, at, 0, fields));
    return this;
  }

  private static String request(int call) {
    return "GET /" + call;
  }

  @Override
  public void forEach(Consumer<? super FlightEvent> action) {
    events.forEach(action);
  }

  RetryReport report() throws RecordingException {
    return RetryReport.of("calls.jfr", this);
  }
}
