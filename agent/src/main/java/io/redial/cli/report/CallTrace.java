package io.redial.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A slow call with its first and its last attempts and waits. Not thread-safe. */
public final class CallTrace {
  private static final int MAX_FIRST = 10;
  private static final int MAX_LAST = 10;

  private final FlightEvent call;
  private final NavigableMap<Integer, FlightEvent> attempts = new TreeMap<>();
  private final NavigableMap<Integer, FlightEvent> waits = new TreeMap<>();

  CallTrace(FlightEvent call) {
    this.call = call;
  }

  void add(FlightEvent event) {
    if (!event.request().equals(call.request())) {
      return; // Another process in the same recording has a call with the same number.
    }
    if (event.kind() == FlightEvent.Kind.WAIT) {
      put(event, waits);
    } else if (event.kind() == FlightEvent.Kind.ATTEMPT) {
      FlightEvent before = attempts.get(event.attempt());
      if (before == null || before.notRetried().isEmpty()) {
        put(event, attempts);
      }
    }
  }

  private static void put(FlightEvent event, NavigableMap<Integer, FlightEvent> events) {
    events.put(event.attempt(), event);
    if (events.size() > MAX_FIRST + MAX_LAST) {
      int middle = new ArrayList<>(events.keySet()).get(MAX_FIRST);
      events.remove(middle);
    }
  }

  /** The call itself. */
  public FlightEvent call() {
    return call;
  }

  /** The first ten and the last ten of its attempts that were recorded, in order. */
  public List<FlightEvent> attempts() {
    return new ArrayList<>(attempts.values());
  }

  List<FlightEvent> waits() {
    return new ArrayList<>(waits.values());
  }

  /** The wait that followed an attempt; null if there was none, or it was not recorded. */
  public FlightEvent waitAfter(FlightEvent attempt) {
    return waits.get(attempt.attempt());
  }

  /** How many attempts are left out before this one. */
  int leftOutBefore(FlightEvent attempt) {
    Map.Entry<Integer, FlightEvent> before = attempts.lowerEntry(attempt.attempt());
    return before == null ? 0 : attempt.attempt() - before.getKey() - 1;
  }
}
