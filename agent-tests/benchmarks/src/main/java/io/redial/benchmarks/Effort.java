package io.redial.benchmarks;

/**
 * How thoroughly to measure.
 *
 * @param starts processes for each program in each variant
 * @param rounds JVMs for each call without and with the agent
 * @param iterations in each of these
 * @param calls in each iteration, if they are quick ones
 */
public record Effort(int starts, int rounds, int iterations, int calls) {
  /** Shows only that everything runs. */
  public static final Effort SMOKE = new Effort(1, 1, 1, 10);

  /** About a minute. */
  public static final Effort QUICK = new Effort(8, 1, 5, 50_000);

  /** About a quarter of an hour. */
  public static final Effort FULL = new Effort(50, 5, 10, 100_000);
}
