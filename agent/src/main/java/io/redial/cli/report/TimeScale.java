package io.redial.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Divides a span of time into at most 120 periods of a round length. Immutable. */
public final class TimeScale {
  static final int MAX_PERIODS = 120;
  private static final int FEWEST_PERIODS = 30;
  private static final int MAX_TICKS = 8;
  private static final long DAY = TimeUnit.DAYS.toNanos(1);

  private static final long[] ROUND_MILLIS = {
    10,
    20,
    50,
    100,
    200,
    500,
    1_000,
    2_000,
    5_000,
    10_000,
    15_000,
    30_000,
    60_000,
    120_000,
    300_000,
    600_000,
    900_000,
    1_800_000,
    3_600_000,
    7_200_000,
    10_800_000,
    21_600_000,
    43_200_000
  };

  private final long startNanos;
  private final long periodNanos;
  private final int periods;

  TimeScale(long firstNanos, long lastNanos) {
    long period = round((lastNanos - firstNanos) / (MAX_PERIODS - 1));
    startNanos = Math.floorDiv(firstNanos, period) * period;
    periodNanos = period;
    periods = Math.max(FEWEST_PERIODS, (int) ((lastNanos - startNanos) / period) + 1);
  }

  /** Returns a round span that is not shorter than the given one. */
  private static long round(long nanos) {
    for (long millis : ROUND_MILLIS) {
      long round = TimeUnit.MILLISECONDS.toNanos(millis);
      if (round >= nanos) {
        return round;
      }
    }
    return (nanos / DAY + 1) * DAY;
  }

  /** When the first period begins, in nanoseconds since 1970. */
  public long startNanos() {
    return startNanos;
  }

  /** How long a period is, in nanoseconds. */
  public long periodNanos() {
    return periodNanos;
  }

  /** How many periods there are. */
  public int periods() {
    return periods;
  }

  /** The period that contains a time, or the nearest one if none does. */
  int period(long nanos) {
    return (int) Math.max(0, Math.min(periods - 1, (nanos - startNanos) / periodNanos));
  }

  /** When a period begins, in nanoseconds since 1970. */
  public long start(int period) {
    return startNanos + period * periodNanos;
  }

  /** The round times to print below the scale. */
  List<Long> ticks() {
    long span = periods * periodNanos;
    long step = round(span / MAX_TICKS);
    List<Long> ticks = new ArrayList<>();
    for (long tick = -Math.floorDiv(-startNanos, step) * step;
        tick < startNanos + span;
        tick += step) {
      ticks.add(tick);
    }
    return ticks;
  }

  /** The position of a time on the scale, from 0 to 1. */
  double share(long nanos) {
    return (double) (nanos - startNanos) / (periods * periodNanos);
  }
}
