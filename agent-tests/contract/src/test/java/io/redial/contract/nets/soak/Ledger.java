package io.redial.contract.nets.soak;

import io.redial.subjects.load.server.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What a server saw: every attempt of every call, and what was wrong with it. Thread-safe. */
final class Ledger {
  private final Map<Long, List<Arrival>> calls = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();
  private final Anomalies anomalies = new Anomalies();

  /** How many attempts of that call came. */
  int attempts(long id) {
    return of(id).size();
  }

  /** Every attempt of that call, in order. */
  List<Arrival> of(long id) {
    List<Arrival> arrivals = calls.get(id);
    if (arrivals == null) {
      return List.of();
    }
    synchronized (arrivals) {
      return new ArrayList<>(arrivals);
    }
  }

  /** Notes an attempt and compares it with the one before. */
  Arrival arrive(long id, String method, Fault fault, Connection connection, int stream) {
    faults.computeIfAbsent(fault.name(), name -> new LongAdder()).increment();
    Arrival arrival = new Arrival(fault.name(), connection, stream);
    List<Arrival> arrivals = calls.computeIfAbsent(id, i -> new ArrayList<>(1));
    Arrival last;
    synchronized (arrivals) {
      last = arrivals.isEmpty() ? null : arrivals.get(arrivals.size() - 1);
      arrivals.add(arrival);
    }
    if (last != null) {
      compare(id, method.equals("POST"), last, arrival);
    }
    return arrival;
  }

  private void compare(long id, boolean post, Arrival last, Arrival next) {
    if (post && !last.mayComeAgain()) {
      anomalies.add("sent again", last.fault(), id);
    }
    // A client whose connection broke need not have seen the hint, and then it does not hold.
    if (last.isTooSoon(next) && (post || !last.isConnectionBroken())) {
      anomalies.add("too soon", last.fault(), id);
    }
    if (last.isVetoed() && !last.isConnectionBroken()) {
      anomalies.add("against a veto", last.fault(), id);
    }
  }

  /** Notes that a body was not the one that the call has. */
  void damaged(long id, String fault) {
    anomalies.add("request body", fault, id);
  }

  Anomalies anomalies() {
    return anomalies;
  }

  /** How many attempts something was done to. */
  long faultsPlayed() {
    return faults.entrySet().stream()
        .filter(entry -> !entry.getKey().matches("good|none"))
        .mapToLong(entry -> entry.getValue().sum())
        .sum();
  }

  /** How often each fault was played. */
  Map<String, LongAdder> faults() {
    return faults;
  }
}
