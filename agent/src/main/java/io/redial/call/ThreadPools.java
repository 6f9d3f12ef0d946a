package io.redial.call;

import io.redial.policy.rate.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The live platform threads of the process, counted by pool (rule 4.7). They are counted only when
 * somebody asks, and at most once a second. Thread-safe.
 */
class ThreadPools {
  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Clock clock;
  private volatile Census latest;

  ThreadPools(Clock clock) {
    this.clock = clock;
  }

  /** Numbers of threads at one moment. */
  private static final class Census {
    final long takenNanos;
    final Map<String, Integer> byPool = new HashMap<>();
    final int all;

    Census(long nanos, Thread[] threads) {
      takenNanos = nanos;
      all = threads.length;
      for (Thread thread : threads) {
        byPool.merge(poolOf(thread.getName()), 1, Integer::sum);
      }
    }
  }

  /**
   * Returns the name of the pool that a thread belongs to: its own name, with {@code *} in place of
   * the last number.
   */
  static String poolOf(String threadName) {
    int end = threadName.length();
    while (end > 0 && !isDigit(threadName.charAt(end - 1))) {
      end--;
    }
    int start = end;
    while (start > 0 && isDigit(threadName.charAt(start - 1))) {
      start--;
    }
    return start == end
        ? threadName
        : threadName.substring(0, start) + '*' + threadName.substring(end);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Returns the time by which threads are counted. */
  long nanos() {
    return clock.nanos();
  }

  /** Returns how many threads a pool has. */
  int threadsOf(String pool) {
    Integer count = census().byPool.get(pool);
    return count == null ? 0 : count;
  }

  /** Returns how many threads there are. */
  int threads() {
    return census().all;
  }

  private Census census() {
    Census known = latest;
    return known != null && isFresh(known) ? known : newCensus();
  }

  private boolean isFresh(Census census) {
    return clock.nanos() - census.takenNanos < KEPT_NANOS;
  }

  /** Synchronized, because threads that fail together would all count the same threads. */
  private synchronized Census newCensus() {
    Census known = latest;
    if (known == null || !isFresh(known)) {
      known = new Census(clock.nanos(), live());
      latest = known;
    }
    return known;
  }

  /**
   * Returns the live platform threads: all of them, or those that a security manager shows, which
   * usually hides the group of the JVM's own threads.
   */
  private static Thread[] live() {
    try {
      return threadsIn(topGroup());
    } catch (SecurityException denied) {
      return new Thread[0];
    }
  }

  private static ThreadGroup topGroup() {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    try {
      for (ThreadGroup above = top.getParent(); above != null; above = above.getParent()) {
        top = above;
      }
    } catch (SecurityException denied) {
      // This is the highest group that may be seen.
    }
    return top;
  }

  private static Thread[] threadsIn(ThreadGroup group) {
    Thread[] found = new Thread[0];
    int count = group.activeCount();
    while (count >= found.length) { // What does not fit is left out silently.
      found = new Thread[2 * count + 16];
      count = group.enumerate(found);
    }
    return Arrays.copyOf(found, count);
  }
}
