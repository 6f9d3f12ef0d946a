package io.redial.call;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The threads that start attempts when they are due. A few suffice, because starting an attempt is
 * quick. If the application's code blocks one, perhaps waiting for a call whose attempt is in this
 * queue, threads are added until tasks complete again. Thread-safe.
 */
final class AttemptExecutor {
  private static final int FEWEST = 4;
  private static final int MOST = 256;
  private static final long IDLE_MILLIS = TimeUnit.SECONDS.toMillis(10);
  private static final long STUCK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Timer timer;
  private final ThreadPoolExecutor threads;
  private final AtomicBoolean watched = new AtomicBoolean();

  AttemptExecutor(Timer timer) {
    this(timer, IDLE_MILLIS);
  }

  /**
   * Starts without threads.
   *
   * @param idleMillis how long a thread without work lives
   */
  AttemptExecutor(Timer timer, long idleMillis) {
    this.timer = timer;
    threads =
        new ThreadPoolExecutor(
            FEWEST,
            FEWEST,
            idleMillis,
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<Runnable>(),
            new DaemonThreads("redial-attempts"));
    threads.setMaximumPoolSize(MOST); // The core pool may grow to this size.
    threads.allowCoreThreadTimeOut(true);
  }

  /** Starts a task soon; throws if the process can start no thread for it. */
  void start(Runnable attempt) {
    threads.execute(attempt);
    watch();
  }

  /** How many threads there are. */
  int count() {
    return threads.getPoolSize();
  }

  private void watch() {
    if (!threads.getQueue().isEmpty() && watched.compareAndSet(false, true)) {
      lookLater(threads.getCompletedTaskCount());
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It reports nothing.
  private void lookLater(long doneBefore) {
    try {
      timer.after(STUCK_NANOS, () -> look(doneBefore));
    } catch (Throwable noThread) {
      watched.set(false); // The next attempt that is queued tries again.
    }
  }

  private void look(long doneBefore) {
    try {
      addThreadsIfStuck(doneBefore);
    } catch (Throwable thrown) {
      watched.set(false); // The next attempt that is queued tries again.
    }
  }

  private void addThreadsIfStuck(long doneBefore) {
    if (threads.getQueue().isEmpty()) {
      if (threads.getCorePoolSize()
          > FEWEST) { // Setting it wakes idle threads, so only when it changes.
        threads.setCorePoolSize(FEWEST);
      }
      watched.set(false);
      watch(); // Tasks queued in between relied on this watcher.
      return;
    }
    long done = threads.getCompletedTaskCount();
    if (done == doneBefore) {
      addThreads();
    }
    lookLater(done);
  }

  private void addThreads() {
    try {
      threads.setCorePoolSize(Math.min(MOST, threads.getCorePoolSize() + FEWEST));
    } catch (Throwable noThread) {
      // The existing threads have to suffice.
    }
  }
}
