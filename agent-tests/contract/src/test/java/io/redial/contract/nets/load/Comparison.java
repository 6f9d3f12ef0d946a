package io.redial.contract.nets.load;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A round with the agent beside those without it that are otherwise the same.
 *
 * @param without what came of the rounds without the agent
 * @param with what came of the one with it
 */
record Comparison(List<RoundResult> without, RoundResult with) {
  /** Its timer, its log, its look at the files, and the few that make further attempts. */
  private static final int AGENT_THREADS = 8;

  /** In a long round a leak of 90 bytes a call. */
  private static final long HEAP_TOLERANCE_KIB = 512;

  /** The largest number that was seen without the agent. */
  long most(ToLongFunction<RoundResult> number) {
    return without.stream().mapToLong(number).max().orElseThrow();
  }

  private long least(ToLongFunction<RoundResult> number) {
    return without.stream().mapToLong(number).min().orElseThrow();
  }

  /** As much as was seen without the agent, and once more by how much that differed. */
  private long bound(ToLongFunction<RoundResult> number) {
    return 2 * most(number) - least(number);
  }

  /**
   * Some clients damage the neighbours of what is cancelled: java.net.http closes a connection that
   * another call may use by then. In a short round that is a matter of a few calls.
   */
  private long failuresByChance() {
    long own = most(RoundResult::failures);
    return own == 0 ? 0 : 3 * own + 5;
  }

  /**
   * A call that is cancelled in time may cost a connection, and how many are is a matter of how
   * long calls take.
   */
  private long connections() {
    long without = Math.max(1, most(RoundResult::cancelled));
    return bound(RoundResult::connections) * Math.max(without, with.cancelled()) / without;
  }

  private boolean isHealthy() {
    return with.round().kind().equals(LoadRound.HEALTHY);
  }

  /** What no chance excuses: a healthy call that failed, and an agent that does not obey. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    if (isHealthy()) {
      faults.addAll(with.faults());
      expect(faults, "failures", RoundResult::failures, 0);
    }
    long probe = with.round().variant().retries() ? 200 : 503;
    if (with.probe() != probe) {
      faults.add("a 503 with a hint became " + with.probe() + " instead of " + probe);
    }
    return faults;
  }

  /** What is more than without the agent; some of it may be so by chance. */
  List<String> excesses() {
    List<String> excesses = new ArrayList<>();
    expect(excesses, "connections", RoundResult::connections, connections());
    expect(excesses, "requests sent twice", RoundResult::repeated, bound(RoundResult::repeated));
    expect(excesses, "threads", RoundResult::threads, bound(RoundResult::threads));
    expect(excesses, "threads of the agent", RoundResult::agentThreads, AGENT_THREADS);
    expect(excesses, "threads that outlive the client", RoundResult::left, most(RoundResult::left));
    expect(
        excesses,
        "KiB of heap",
        RoundResult::growth,
        Math.max(0, most(RoundResult::growth)) + HEAP_TOLERANCE_KIB);
    if (!isHealthy()) {
      expect(excesses, "failures", RoundResult::failures, failuresByChance());
    }
    return excesses;
  }

  @Override
  public String toString() {
    return with.toString();
  }

  private void expect(
      List<String> differences, String what, ToLongFunction<RoundResult> number, long bound) {
    long seen = number.applyAsLong(with);
    if (seen > bound) {
      differences.add(
          seen + " " + what + "; without the agent at most " + most(number) + " were seen");
    }
  }
}
