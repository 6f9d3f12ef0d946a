package io.redial.cli.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** The result of the first reading: totals, and which calls and waits to show. Not thread-safe. */
final class Summary implements Consumer<FlightEvent> {
  /** The most hosts that have totals of their own, as many as in Redial's own counters. */
  private static final int MAX_HOSTS = 1_000;

  private static final int MAX_AGENTS = 10;

  /** The longest first; of equally long ones, the earlier. */
  private static final Comparator<FlightEvent> LONGEST_FIRST =
      Comparator.comparingLong(FlightEvent::durationMillis)
          .reversed()
          .thenComparingLong(FlightEvent::startMillis);

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

  @Override
  public void accept(FlightEvent event) {
    switch (event.kind()) {
      case AGENT:
        if (agents.size() < MAX_AGENTS) {
          agents.add(
              Arrays.asList(event.text("service"), event.text("version"), event.text("options")));
        }
        return;
      case CALL:
        keep(event, calls);
        break;
      case WAIT:
        keep(event, waits);
        break;
      default:
    }
    // A call may have begun before the recording did.
    boolean isCall = event.kind() == FlightEvent.Kind.CALL;
    firstMillis = Math.min(firstMillis, isCall ? event.endMillis() : event.startMillis());
    lastMillis = Math.max(lastMillis, event.endMillis());
    all.add(event);
    host(event.text("host")).add(event);
  }

  private Totals host(String name) {
    return hosts.size() < MAX_HOSTS
        ? hosts.computeIfAbsent(name, Totals::new)
        : hosts.getOrDefault(name, uncounted);
  }

  private static void keep(FlightEvent event, PriorityQueue<FlightEvent> longest) {
    longest.add(event);
    if (longest.size() > RetryReport.MAX_LISTED) {
      longest.poll();
    }
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

  /**
   * The hosts with the most retries, refusals and retried calls in all; all others together come
   * last.
   */
  List<Totals> hosts(int most) {
    List<Totals> sorted = new ArrayList<>(hosts.values());
    sorted.sort(
        Comparator.comparingLong(Totals::weight).reversed().thenComparing(host -> host.name));
    if (hosts.size() <= most) {
      return sorted;
    }
    List<Totals> shown = new ArrayList<>(sorted.subList(0, most));
    Totals others =
        new Totals(
            hosts.size() < MAX_HOSTS ? hosts.size() - most + " other hosts" : uncounted.name);
    others.addAll(uncounted);
    sorted.subList(most, sorted.size()).forEach(others::addAll);
    shown.add(others);
    return shown;
  }

  List<FlightEvent> slowestCalls() {
    return longestFirst(calls);
  }

  List<FlightEvent> longestWaits() {
    return longestFirst(waits);
  }

  private static List<FlightEvent> longestFirst(Collection<FlightEvent> events) {
    List<FlightEvent> sorted = new ArrayList<>(events);
    sorted.sort(LONGEST_FIRST);
    return sorted;
  }
}
