package io.redial.contract.nets.soak;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a client left behind, hung in or lost with the agent at a higher rate than without it. Both
 * runs are judged by how many faults they had.
 */
final class Excess {
  /** What may be left over by chance: a connection that is being closed, a buffer of the JDK's. */
  private static final long SPARE_KIB = 6 * 1024;

  private static final long SPARE = 12;

  /** By chance a few calls hang, or are lost, that the client hangs in or loses by itself. */
  private static final long SPARE_CALLS = 5;

  private final Map<String, String> found = new LinkedHashMap<>();
  private final SoakResult with;
  private final SoakResult without;

  Excess(SoakResult with, SoakResult without) {
    this.with = with;
    this.without = without;
    growth("heap", SPARE_KIB);
    // Of the connections to a real server it is not known how many were idle before.
    boolean counted = with.before("connections") > 0;
    growth("descriptors", counted ? SPARE : SPARE + Settings.THREADS);
    growth("threads", SPARE);
    growth("agents", 2);
    growth("connections", SPARE);
    count("hangs", with.hung(), without.hung());
    count(
        "calls lost with a connection that the client ended",
        with.collateral(),
        without.collateral());
  }

  /** Keeps what another pair of runs had, too. */
  void retain(Excess again) {
    found.keySet().retainAll(again.found.keySet());
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** A line for each. */
  Collection<String> lines() {
    return found.values();
  }

  /** What a client does by itself, it does at about the same rate. */
  private void count(String what, long count, long own) {
    if (count > 3 * own * more() + SPARE_CALLS) {
      found.put(
          what,
          "%s: %d in %.0f faults, without the agent %d in %.0f"
              .formatted(what, count, with.faults(), own, without.faults()));
    }
  }

  /** What a client leaves behind by itself, it leaves behind at every fault. */
  private void growth(String fact, long spare) {
    double own = Math.max(0, without.growth(fact)) * more();
    if (with.growth(fact) > own * 1.5 + spare) {
      found.put(
          fact,
          fact + " grew " + grown(with, fact) + ", without the agent " + grown(without, fact));
    }
  }

  /** How many times as many faults there were with the agent. */
  private double more() {
    return Math.max(1, with.faults() / without.faults());
  }

  private static String grown(SoakResult result, String fact) {
    return "from %d to %d in %.0f faults"
        .formatted(result.before(fact), result.after(fact), result.faults());
  }
}
