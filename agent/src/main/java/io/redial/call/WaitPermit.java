package io.redial.call;

/**
 * A blocked thread's permit to wait, one of those that the {@link WaitingRoom} has (rule 4.7).
 * Thread-safe.
 */
final class WaitPermit {
  private final WaitingRoom room;
  private boolean taken;

  /** The pool that the permit counts for; null for a short wait. */
  private String pool;

  WaitPermit(WaitingRoom room) {
    this.room = room;
  }

  /**
   * Takes the permit if the room has one left for a thread that will wait that long. If the permit
   * is held for a short wait already, it is exchanged for one for a longer wait.
   *
   * @return whether it is held
   */
  synchronized boolean take(Thread waiting, long nanos) {
    if (taken && (pool != null || nanos <= ShortWaits.SHORT_NANOS)) {
      return true;
    }
    giveBack();
    String name = ThreadPools.poolOf(waiting.getName());
    pool = room.isShort(name, nanos) ? null : name;
    taken = room.tryAcquire(pool);
    return taken;
  }

  /** Gives the permit back if it is held. */
  synchronized void giveBack() {
    if (taken) {
      taken = false;
      room.release(pool);
    }
  }
}
