package io.redial.policy;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts how many calls began in each of the last seconds. Lock-free and without allocation,
 * because it counts every healthy call.
 *
 * <p>It is a ring of slots. Each slot holds a second in its upper 32 bits and the count of that
 * second in its lower 32 bits, so that a single compare-and-set both detects an outdated slot and
 * restarts it.
 */
final class CallsPerSecond {
  private static final int SLOTS = 16;
  private static final long COUNT = 0xFFFF_FFFFL;

  private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

  /**
   * Counts a call. Does nothing if a later second, 16 s or more ahead, has taken the slot already.
   */
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

  /**
   * Returns the calls of {@code seconds} seconds (at most 15), the last being {@code lastSecond}.
   */
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
