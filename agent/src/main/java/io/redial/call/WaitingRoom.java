package io.redial.call;

import io.redial.policy.WaitingLimit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * All waits of the process, and the limit on how many platform threads wait at once (rule 4.7).
 * Thread-safe.
 */
public final class WaitingRoom {
  private final WaitingLimit limit;
  private final ThreadPools pools;
  private final ShortWaits shortWaits;
  private final BooleanSupplier serves;
  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

  /** The permits of each pool's threads, without those for short waits. */
  private final Map<String, Integer> takenByPool = new HashMap<>();

  /** The sum of these. */
  private int takenByPools;

  /** All permits that are taken. */
  private int taken;

  private volatile String refusal = "";

  /**
   * Creates an empty room.
   *
   * @param serves tells whether the process serves anybody; asked before the share refuses a wait
   */
  WaitingRoom(WaitingLimit limit, ThreadPools pools, BooleanSupplier serves) {
    this.limit = limit;
    this.pools = pools;
    this.shortWaits = new ShortWaits(pools);
    this.serves = serves;
  }

  /**
   * Returns the waits of this moment. Calls whose wait is ended may wait again at once; a walk over
   * the live set would end and count those waits, too.
   */
  public Collection<Wait> waits() {
    return new ArrayList<>(waits);
  }

  /** Returns how many calls wait. */
  public int size() {
    return waits.size();
  }

  void enter(Wait wait) {
    waits.add(wait);
  }

  void leave(Wait wait) {
    waits.remove(wait);
  }

  // The limit.

  /** Returns whether the share of {@code max-waiting} holds at this moment. */
  public boolean shareHolds() {
    return limit.hasShare() && (limit.holdsEverywhere() || serves.getAsBoolean());
  }

  /**
   * Returns how many platform threads may wait at once at this moment, in all; {@link
   * Integer#MAX_VALUE} for any number.
   */
  public int mayWait() {
    return shareHolds() ? Math.min(limit.most(), limit.shareOf(pools.threads())) : limit.most();
  }

  /** Returns why a thread was refused a wait the last time; empty if none was. */
  public String refusal() {
    return refusal;
  }

  /** Notes why a thread is refused a wait. Returns false. */
  boolean refuse(String reason) {
    refusal = reason;
    return false;
  }

  /** Returns whether the share does not apply to a wait, which is counted. */
  boolean isShort(String pool, long nanos) {
    return limit.hasShare() && shortWaits.take(pool, nanos);
  }

  /**
   * Takes a wait permit for a platform thread.
   *
   * @param pool the thread's pool, as {@link ThreadPools} names it; null for a short wait, for
   *     which the share does not hold
   * @return false if none is left
   */
  boolean tryAcquire(String pool) {
    if (pool == null || !limit.hasShare()) {
      return take(pool, false, 0, 0);
    }
    return take(pool, true, pools.threadsOf(pool), pools.threads())
        || (!shareHolds() && take(pool, false, 0, 0));
  }

  /**
   * Takes a permit. Never exceeds a limit, not even for a moment, because another call would be
   * refused then.
   */
  private synchronized boolean take(String pool, boolean shared, int threadsOfPool, int threads) {
    int ofPool = takenByPool.getOrDefault(pool, 0);
    if (taken >= limit.most()) {
      return refuse(taken + " threads wait already");
    }
    if (shared && ofPool >= limit.shareOf(threadsOfPool)) {
      return refuse(ofPool + " of the " + threadsOfPool + " threads " + pool + " wait already");
    }
    if (shared && takenByPools >= limit.shareOf(threads)) {
      return refuse(takenByPools + " of all " + threads + " threads wait already");
    }
    taken++;
    if (pool != null) {
      takenByPool.put(pool, ofPool + 1);
      takenByPools++;
    }
    return true;
  }

  /** Gives back a permit that was taken for that pool, or for a short wait. */
  synchronized void release(String pool) {
    taken--;
    if (pool != null) {
      takenByPool.computeIfPresent(pool, (name, count) -> count == 1 ? null : count - 1);
      takenByPools--;
    }
  }
}
