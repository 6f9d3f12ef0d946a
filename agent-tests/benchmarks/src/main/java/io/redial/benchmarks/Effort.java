package io.redial.benchmarks;

/**
 * How thoroughly to measure.
 *
 * @param starts processes for each program in each variant
 * @param rounds JVMs for each call without and with the agent
 * @param iterations in each of these
 * @param iterationMillis how long each takes
 */
public record Effort(int starts, int rounds, int iterations, int iterationMillis) {
  /** Shows only that everything runs. */
  public static final Effort SMOKE = new Effort(1, 1, 1, 10);

  /** About a minute. */
  public static final Effort QUICK = new Effort(12, 1, 3, 300);

  /** About a quarter of an hour. */
  public static final Effort FULL = new Effort(50, 5, 5, 1_000);
}
