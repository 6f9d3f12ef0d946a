package io.redial.storms.starvation;

import java.util.ArrayList;
import java.util.List;

/**
 * A service and what happens to one of its dependencies.
 *
 * @param threads threads of the pool that does the service's work
 * @param others idle threads beside that pool
 * @param pauseMillis how long a thread pauses after each round of calls
 * @param failure the path of the failing dependency, as {@link Dependency} understands it
 * @param hosts 2 if the failing dependency is another host than the healthy one
 */
record Outage(int threads, int others, int pauseMillis, String failure, int hosts) {
  private static final int PAUSE_MILLIS = 100;

  /** Two hundred threads pause for longer, because they would keep a small machine busy. */
  private static final int LONG_PAUSE_MILLIS = 2_000;

  static final List<String> FAILURES =
      List.of("/busy/1", "/busy/2", "/busy/5", "/busy/20", "/reset");

  /** Every pool with every failure, on one host and on two. */
  static List<Outage> all() {
    List<Outage> all = new ArrayList<>();
    for (int hosts = 1; hosts <= 2; hosts++) {
      for (String failure : FAILURES) {
        all.add(new Outage(8, 0, PAUSE_MILLIS, failure, hosts));
        all.add(new Outage(20, 0, PAUSE_MILLIS, failure, hosts));
        all.add(new Outage(200, 0, LONG_PAUSE_MILLIS, failure, hosts));
        all.add(new Outage(8, 200, PAUSE_MILLIS, failure, hosts));
      }
    }
    return all;
  }

  /** The pool in words. */
  String pool() {
    return others == 0 ? threads + " threads" : threads + " threads beside " + others;
  }

  /** The failure in words. */
  String failureInWords() {
    return failure.equals("/reset")
        ? "connections reset"
        : "`Retry-After: " + failure.substring("/busy/".length()) + "`";
  }
}
