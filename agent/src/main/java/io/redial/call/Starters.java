package io.redial.call;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The threads that start the attempts which are due: a few, for an attempt starts quickly. Where
 * the application's code makes one wait, for a call of its own whose attempt stands in the queue
 * perhaps, more are added as long as nothing gets done. Thread-safe.
 */
final class Starters {
  private static final int FEWEST = 4;
  private static final int MOST = 256;
  private static final long IDLE_MILLIS = TimeUnit.SECONDS.toMillis(10);
  private static final long STUCK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Timer timer;
  private final ThreadPoolExecutor threads;
  private final AtomicBoolean watched = new AtomicBoolean();

  Starters(Timer timer) {
    this(timer, IDLE_MILLIS);
  }

  /**
   * No threads yet.
   *
   * @param idleMillis after which a thread without anything to do ends
   */
  Starters(Timer timer, long idleMillis) {
    this.timer = timer;
    threads =
        new ThreadPoolExecutor(
            FEWEST,
            FEWEST,
            idleMillis,
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<Runnable>(),
            new DaemonThreads("redial-attempts"));
    threads.setMaximumPoolSize(MOST); // What the core may grow to.
    threads.allowCoreThreadTimeOut(true);
  }

  /** Starts it soon; throws if the process can have no thread for it. */
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
      if (threads.getCorePoolSize() > FEWEST) { // It wakes idle threads, which then idle anew.
        threads.setCorePoolSize(FEWEST);
      }
      watched.set(false);
      watch(); // What was queued in between saw that somebody watches.
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
      // Those that there are have to do.
    }
  }
}
