package io.redial.contract.nets.diff;

/**
 * Whether a difference between two samples may be one by chance, by Fisher's exact test. Some
 * clients race with some servers, so that a call ends now in one way and now in another.
 */
final class Chance {
  /** Few enough that a build with thousands of comparisons does not meet one by chance. */
  private static final double SIGNIFICANT = 0.0001;

  private Chance() {}

  /**
   * Whether something that was seen {@code seen} times of {@code of} with the agent, and {@code
   * otherSeen} times of {@code otherOf} without, comes more often with the agent.
   */
  static boolean isMoreOften(int seen, int of, int otherSeen, int otherOf) {
    double probability = 0;
    int all = seen + otherSeen;
    for (int i = seen; i <= Math.min(all, of); i++) {
      if (all - i <= otherOf) {
        probability +=
            Math.exp(choose(of, i) + choose(otherOf, all - i) - choose(of + otherOf, all));
      }
    }
    return probability < SIGNIFICANT;
  }

  /** The logarithm of the number of ways to choose so many of so many. */
  private static double choose(int of, int some) {
    double logarithm = 0;
    for (int i = 1; i <= some; i++) {
      logarithm += Math.log(of - some + i) - Math.log(i);
    }
    return logarithm;
  }
}
