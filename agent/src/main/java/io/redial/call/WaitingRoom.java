package io.redial.call;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All waits of the process, and the limit on how many platform threads wait at once (rule 4.7).
 * Thread-safe.
 */
public final class WaitingRoom {
  private final int most;
  private final AtomicInteger places = new AtomicInteger();
  private final Map<String, Integer> placesByHost = new ConcurrentHashMap<>();
  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();

  /**
   * Creates a room for that many waiting platform threads in all.
   *
   * @param most 0 or more
   */
  public WaitingRoom(int most) {
    this.most = most;
  }

  /** Returns a live view of the waits. */
  public Collection<Wait> waits() {
    return Collections.unmodifiableSet(waits);
  }

  /** Takes a wait permit for a thread that will wait for a host. Returns false if none is left. */
  boolean takePlace(String host, int mostPerHost) {
    boolean[] taken = new boolean[1];
    placesByHost.compute(
        host,
        (name, count) -> {
          int now = count == null ? 0 : count;
          taken[0] = now < mostPerHost && takeOneOfAll();
          return taken[0] ? Integer.valueOf(now + 1) : count;
        });
    return taken[0];
  }

  /**
   * Takes one of all permits. Never exceeds the limit, not even for a moment, because another call
   * would be refused then.
   */
  private boolean takeOneOfAll() {
    int taken = places.get();
    while (taken < most && !places.compareAndSet(taken, taken + 1)) {
      taken = places.get();
    }
    return taken < most;
  }

  void givePlaceBack(String host) {
    placesByHost.compute(host, (name, count) -> count == null || count <= 1 ? null : count - 1);
    places.decrementAndGet();
  }

  void enter(Wait wait) {
    waits.add(wait);
  }

  void leave(Wait wait) {
    waits.remove(wait);
  }
}
