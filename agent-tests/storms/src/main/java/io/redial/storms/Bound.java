package io.redial.storms;

/** What the default budget promises of the load on a host that is in trouble (rule 5.5). */
final class Bound {
  private static final double RATIO = 0.2;
  private static final double FLOOR = 2;
  private static final double WINDOW = 10;

  private Bound() {}

  /** By what an outage of ten seconds or more multiplies the load at most. */
  static double at(int callsPerSecond) {
    return 1 + RATIO + FLOOR / callsPerSecond;
  }

  /** How many requests as many calls can come to in ten seconds or less. */
  static int requestsOf(int calls) {
    return (int) (calls * (1 + RATIO) + FLOOR * WINDOW);
  }

  /** Whether the outage of a run kept to it. */
  static boolean holds(Run run) {
    return run.loadInOutage() <= at(run.scenario().callsPerSecond());
  }
}
