package io.redial.call;

import io.redial.kernel.FaultBoundary;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A few daemon threads for quick tasks, such as the start of an attempt. A task may take long all
 * the same: an attempt's client asks a name server or the application's code, which may even wait
 * for a call whose attempt is in this queue. Threads are added as long as tasks wait for others
 * that are not quick. Idle threads end. Thread-safe.
 */
final class ElasticExecutor {
  private static final int MAX = 256;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A thread that completes so many tasks between two polls has enough to do, but is not stuck. */
  private static final int MANY = 10;

  private final Timer timer;
  private final int fewest;
  private final ThreadPoolExecutor threads;
  private final AtomicBoolean watched = new AtomicBoolean();

  // As the last poll has found them; only one poll is planned at a time.
  private long started;
  private long completed;
  private int waiting;

  /**
   * Starts without threads.
   *
   * @param name the name of the threads
   * @param fewest the largest number of threads as long as tasks are quick
   * @param idleMillis how long an idle thread lives
   */
  ElasticExecutor(Timer timer, String name, int fewest, long idleMillis) {
    this.timer = timer;
    this.fewest = fewest;
    threads =
        new ThreadPoolExecutor(
            fewest,
            fewest,
            idleMillis,
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<Runnable>(),
            new DaemonThreads(name));
    threads.setMaximumPoolSize(MAX); // The core pool may grow to this size.
    threads.allowCoreThreadTimeOut(true);
  }

  /** Starts a task soon; throws if the process can start no thread for it. */
  void start(Runnable task) {
    threads.execute(task);
    watch();
  }

  /** How many threads there are. */
  int count() {
    return threads.getPoolSize();
  }

  private void watch() {
    if (!threads.getQueue().isEmpty() && watched.compareAndSet(false, true)) {
      pollLater();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It reports nothing.
  private void pollLater() {
    completed = threads.getCompletedTaskCount();
    waiting = threads.getQueue().size();
    started = started();
    orAgain(() -> timer.after(POLL_NANOS, () -> orAgain(this::poll)));
  }

  private long started() {
    return threads.getCompletedTaskCount() + threads.getActiveCount();
  }

  /** After a failure, the next task that is queued tries again. */
  private void orAgain(FaultBoundary.Step step) {
    if (!FaultBoundary.attempt(step)) {
      watched.set(false);
    }
  }

  private void poll() {
    int size = threads.getCorePoolSize();
    if (threads.getQueue().isEmpty()) {
      if (size > fewest) { // Setting it wakes idle threads, so only when it changes.
        threads.setCorePoolSize(fewest);
      }
      watched.set(false);
      watch(); // Tasks queued in between relied on this poll.
      return;
    }
    boolean someStillWait = started() - started < waiting; // In the order in which they came.
    if (someStillWait && threads.getCompletedTaskCount() - completed < (long) MANY * size) {
      int more = Math.min(MAX, 2 * size);
      FaultBoundary.attempt(() -> threads.setCorePoolSize(more)); // Else those have to suffice.
    }
    pollLater();
  }
}
