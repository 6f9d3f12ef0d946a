package io.redial.cli.report;

import io.redial.cli.json.Json;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

/** A slow call with its first ten and its last ten attempts and waits. Not thread-safe. */
final class CallTrace {
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

  void write(Json json) {
    RetryReport.describe(call, json.begin());
    json.put("attempts", call.number("attempts")).put("outcome", call.text("outcome"));
    json.put("notRetried", call.text("notRetried"));
    json.put("elapsedMillis", call.durationMillis()).beginArray("attemptList");
    attempts.forEach(
        (number, attempt) -> {
          json.begin().put("attempt", number).put("ended", RetryReport.time(attempt.endMillis()));
          json.put("outcome", attempt.text("outcome")).put("reason", attempt.text("reason"));
          json.put("notRetried", attempt.text("notRetried"));
          json.put("plannedWaitMillis", attempt.millis("wait"));
          FlightEvent wait = waits.get(number);
          if (wait != null) {
            json.put("waitedMillis", wait.durationMillis());
          }
          json.end();
        });
    json.endArray().end();
  }
}
