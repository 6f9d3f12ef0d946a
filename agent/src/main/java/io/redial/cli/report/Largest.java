package io.redial.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The calls or waits that took longest; of equally long ones, the earlier. Not thread-safe. */
final class Largest {
  private static final Comparator<FlightEvent> ORDER =
      Comparator.comparingLong(FlightEvent::durationNanos)
          .thenComparing(Comparator.comparingLong(FlightEvent::startNanos).reversed());

  private final int most;
  private final PriorityQueue<FlightEvent> kept = new PriorityQueue<>(ORDER);

  Largest(int most) {
    this.most = most;
  }

  void add(FlightEvent event) {
    kept.add(event);
    if (kept.size() > most) {
      kept.poll();
    }
  }

  /** The longest first. */
  List<FlightEvent> descending() {
    List<FlightEvent> all = new ArrayList<>(kept);
    all.sort(ORDER.reversed());
    return all;
  }
}
