package io.redial.contract.nets.soak;

import io.redial.subjects.load.server.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** What a server saw: every attempt of every call, and what was wrong with it. Thread-safe. */
final class Ledger {
  /** What a request that is not idempotent must not be. */
  static final String SENT_AGAIN = "sent again";

  /** So much later than the next attempt the server may notice the end of a connection. */
  private static final long NOTICED = TimeUnit.MILLISECONDS.toNanos(500);

  private final Map<Long, List<Arrival>> calls = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();
  private final Anomalies anomalies = new Anomalies();
  private final Queue<Suspect> suspects = new ConcurrentLinkedQueue<>();

  /** What is an anomaly if the client had seen the answer to the attempt before. */
  private record Suspect(String what, long id, Arrival last, Arrival next) {
    boolean isUnseen() {
      return last.isUnseenBy(next.at() + NOTICED);
    }
  }

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

  /**
   * Notes an attempt and compares it with the one before.
   *
   * @param hurried whether the client may give it up before its answer comes
   */
  Arrival arrive(
      long id, String method, boolean hurried, Fault fault, Connection connection, int stream) {
    faults.computeIfAbsent(fault.name(), name -> new LongAdder()).increment();
    Arrival arrival = new Arrival(fault.name(), connection, stream, hurried);
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
      anomalies.add(SENT_AGAIN, last.fault(), id);
    }
    // A client that has not seen the hint is not bound by it, unless it is what lets a POST come.
    if (last.isTooSoon(next)) {
      if (post) {
        anomalies.add("too soon", last.fault(), id);
      } else if (!last.isConnectionBroken()) {
        suspects.add(new Suspect("too soon", id, last, next));
      }
    }
    if (last.isVetoed() && !last.isConnectionBroken()) {
      suspects.add(new Suspect("against a veto", id, last, next));
    }
  }

  /** Notes that a body was not the one that the call has. */
  void damaged(long id, String fault) {
    anomalies.add("request body", fault, id);
  }

  /** When the run is over. */
  Anomalies anomalies() {
    Anomalies all = new Anomalies();
    all.addAll(anomalies);
    suspects.stream()
        .filter(suspect -> !suspect.isUnseen())
        .forEach(suspect -> all.add(suspect.what(), suspect.last().fault(), suspect.id()));
    return all;
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
