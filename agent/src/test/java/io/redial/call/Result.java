package io.redial.call;

import java.util.List;

/**
 * What came of a scenario.
 *
 * @param outcomes what the application got: one line, if all is well
 * @param attempts when each attempt began, in nanoseconds from the call's start
 * @param log what the listener was told, in order
 * @param endedNanos when the application got its outcome
 * @param waits how many waits are left
 * @param threads how many waiting threads are still counted
 * @param faults what Redial said of its own faults
 * @param released how often the adapter was told that no attempt follows
 * @param waited how long each wait took
 */
record Result(
    List<String> outcomes,
    List<Long> attempts,
    List<String> log,
    long endedNanos,
    int waits,
    int threads,
    List<String> faults,
    int released,
    List<String> waited) {

  /** The one thing that the application got. */
  String outcome() {
    return outcomes.size() == 1 ? outcomes.get(0) : outcomes.toString();
  }

  int retries() {
    return Math.max(0, attempts.size() - 1);
  }
}
