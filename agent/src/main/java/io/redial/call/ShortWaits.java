package io.redial.call;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Tells the waits to which the share of {@code max-waiting} does not apply (rule 4.7): those of a
 * moment, as long as they take up little of the time of a pool's threads. When a server is
 * restarted, all calls whose connections are lost can wait for it; if it resets every connection,
 * they would wait again and again. Thread-safe.
 */
final class ShortWaits {
  /** A wait up to this long is short. */
  static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** What the threads of a pool may wait at first, and again after a quiet time: so much each. */
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

  /** Beyond that, one part in so many of their time. */
  private static final int PARTS = 50;

  /** A pool that is forgotten begins anew; the limit for all threads still holds. */
  private static final int MAX_POOLS = 1_000;

  private final ThreadPools pools;
  private final Spent spentByAll = new Spent();

  private final Map<String, Spent> spentByPool =
      new LinkedHashMap<String, Spent>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Spent> eldest) {
          return size() > MAX_POOLS;
        }
      };

  ShortWaits(ThreadPools pools) {
    this.pools = pools;
  }

  /** What some threads have waited; it is forgiven as time goes by. */
  private static final class Spent {
    private long nanos;
    private long latestNanos;

    boolean leaves(long wait, int threads, long nowNanos) {
      if (nanos > 0) {
        double forgiven = (double) (nowNanos - latestNanos) / PARTS * threads;
        nanos = forgiven >= nanos ? 0 : nanos - (long) forgiven;
      }
      latestNanos = nowNanos;
      return nanos + wait <= threads * MOST_NANOS;
    }
  }

  /**
   * Returns whether a wait is short, and counts it.
   *
   * @param pool the thread's pool, as {@link ThreadPools} names it
   */
  boolean take(String pool, long nanos) {
    if (nanos > SHORT_NANOS) {
      return false;
    }
    int threadsOfPool = Math.max(1, pools.threadsOf(pool));
    int threads = Math.max(threadsOfPool, pools.threads());
    return take(pool, nanos, threadsOfPool, threads);
  }

  private synchronized boolean take(String pool, long nanos, int threadsOfPool, int threads) {
    long now = pools.nanos();
    Spent spent = spentByPool.computeIfAbsent(pool, name -> new Spent());
    boolean isLeft = spent.leaves(nanos, threadsOfPool, now);
    if (!spentByAll.leaves(nanos, threads, now) || !isLeft) {
      return false;
    }
    spent.nanos += nanos;
    spentByAll.nanos += nanos;
    return true;
  }
}
