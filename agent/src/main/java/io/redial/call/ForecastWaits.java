package io.redial.call;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The threads that would wait for a retry at this moment if dry runs were in earnest (rules 4.7 and
 * 11.1). They have a room of their own, so that they take no permit from calls that really wait.
 * Thread-safe.
 */
final class ForecastWaits {
  /** A wait counts for this long at most, so that hints of days do not use up the limit. */
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final WaitingRoom room;
  private final Timer timer;

  /** The threads that would wait: no more than the room has permits. */
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

  ForecastWaits(WaitingRoom room, Timer timer) {
    this.room = room;
    this.timer = timer;
  }

  /**
   * Returns whether the thread could wait that long. A thread that would wait already counts once:
   * in earnest it would not have made this call yet.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // The permit is given back when the time is over.
  boolean begin(Thread thread, long nanos) {
    if (!timer.isReady() || Threads.forbidsBlocking(thread)) {
      return false;
    }
    if (!threads.add(thread)) {
      return true;
    }
    WaitPermit permit = new WaitPermit(room);
    boolean begun = false;
    try {
      if (permit.take(thread, nanos)) {
        timer.after(Math.min(nanos, LONGEST_NANOS), () -> end(thread, permit));
        begun = true;
      }
      return begun;
    } finally {
      if (!begun) {
        end(thread, permit);
      }
    }
  }

  private void end(Thread thread, WaitPermit permit) {
    threads.remove(thread);
    permit.giveBack();
  }
}
