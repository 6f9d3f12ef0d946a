package io.redial.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The result of the first reading: totals, and which calls and waits to show. Not thread-safe. */
final class Summary implements Consumer<FlightEvent> {
  /** The most hosts that have totals of their own, as many as in Redial's own counters. */
  private static final int MAX_HOSTS = 1_000;

  private final Totals all = new Totals("All");
  private final Totals unnamed = new Totals("");
  private final Map<String, Totals> hosts = new HashMap<>();
  private final Largest calls = new Largest(RetryReport.MAX_CALLS);
  private final Largest waits = new Largest(RetryReport.MAX_WAITS);
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = Long.MIN_VALUE;

  @Override
  public void accept(FlightEvent event) {
    // A call may have begun before the recording did.
    boolean isCall = event.kind() == FlightEvent.Kind.CALL;
    firstNanos = Math.min(firstNanos, isCall ? event.endNanos() : event.startNanos());
    lastNanos = Math.max(lastNanos, event.endNanos());
    all.add(event);
    host(event.host()).add(event);
    if (isCall) {
      calls.add(event);
    } else if (event.kind() == FlightEvent.Kind.WAIT) {
      waits.add(event);
    }
  }

  private Totals host(String name) {
    Totals totals = hosts.get(name);
    if (totals == null && hosts.size() < MAX_HOSTS) {
      totals = new Totals(name);
      hosts.put(name, totals);
    }
    return totals == null ? unnamed : totals;
  }

  boolean isEmpty() {
    return lastNanos == Long.MIN_VALUE;
  }

  long firstNanos() {
    return firstNanos;
  }

  long lastNanos() {
    return lastNanos;
  }

  Totals all() {
    return all;
  }

  /** The hosts with the highest {@link Totals#weight}, the highest first. */
  List<Totals> hosts(int most) {
    List<Totals> sorted = new ArrayList<>(hosts.values());
    sorted.sort(Comparator.comparingLong(Totals::weight).reversed().thenComparing(Totals::name));
    return sorted.subList(0, Math.min(most, sorted.size()));
  }

  /** All hosts except those shown, summed up; null if there are no others. */
  Totals otherHosts(List<Totals> shown) {
    if (hosts.size() == shown.size() && unnamed.attempts() + unnamed.weight() == 0) {
      return null;
    }
    Totals others =
        new Totals(
            hosts.size() < MAX_HOSTS
                ? hosts.size() - shown.size() + " other hosts"
                : "all other hosts");
    others.addAll(unnamed);
    for (Totals host : hosts.values()) {
      if (!shown.contains(host)) {
        others.addAll(host);
      }
    }
    return others;
  }

  List<FlightEvent> slowestCalls() {
    return calls.descending();
  }

  List<FlightEvent> longestWaits() {
    return waits.descending();
  }
}
