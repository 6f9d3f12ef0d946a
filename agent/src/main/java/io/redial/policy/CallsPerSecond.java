package io.redial.policy;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How many calls began in each of the last seconds. Lock-free and without allocation, because every
 * healthy call counts itself here.
 *
 * <p>A ring of slots; each holds the second that it stands for in its upper and the count in its
 * lower 32 bits, so one compare-and-set both notices that a slot is out of date and starts it anew.
 */
final class CallsPerSecond {
  private static final int SLOTS = 16;
  private static final long COUNT = 0xFFFF_FFFFL;

  private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

  /** Counts a call; it is left out if its slot serves a later second by now, 16 s on. */
  void count(long second) {
    int slot = (int) second & (SLOTS - 1);
    while (true) {
      long seen = slots.get(slot);
      long seenSecond = seen >>> 32;
      if (seenSecond > second) {
        return;
      }
      long next = seenSecond == second ? seen + 1 : second << 32 | 1;
      if (slots.compareAndSet(slot, seen, next)) {
        return;
      }
    }
  }

  /** The calls of that second and of those before it, {@code seconds} in all (at most 15). */
  long sum(long lastSecond, int seconds) {
    long sum = 0;
    for (long second = Math.max(0, lastSecond - seconds + 1); second <= lastSecond; second++) {
      long seen = slots.get((int) second & (SLOTS - 1));
      if (seen >>> 32 == second) {
        sum += seen & COUNT;
      }
    }
    return sum;
  }
}
