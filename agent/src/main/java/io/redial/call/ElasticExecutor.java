package io.redial.call;

import io.redial.kernel.FaultBoundary;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A few daemon threads for quick tasks, such as the start of an attempt. If something blocks them,
 * such as the application's code waiting for a call whose attempt is in this queue, threads are
 * added until tasks complete again. Idle threads end. Thread-safe.
 */
final class ElasticExecutor {
  private static final int MAX = 256;
  private static final long STUCK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Timer timer;
  private final int fewest;
  private final ThreadPoolExecutor threads;
  private final AtomicBoolean watched = new AtomicBoolean();

  /**
   * Starts without threads.
   *
   * @param name the name of the threads
   * @param fewest the largest number of threads as long as tasks complete
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
      pollLater(threads.getCompletedTaskCount());
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It reports nothing.
  private void pollLater(long doneBefore) {
    orAgain(() -> timer.after(STUCK_NANOS, () -> orAgain(() -> addThreadsIfStuck(doneBefore))));
  }

  /** After a failure, the next task that is queued tries again. */
  private void orAgain(FaultBoundary.Step step) {
    if (!FaultBoundary.attempt(step)) {
      watched.set(false);
    }
  }

  private void addThreadsIfStuck(long doneBefore) {
    if (threads.getQueue().isEmpty()) {
      if (threads.getCorePoolSize()
          > fewest) { // Setting it wakes idle threads, so only when it changes.
        threads.setCorePoolSize(fewest);
      }
      watched.set(false);
      watch(); // Tasks queued in between relied on this watcher.
      return;
    }
    long done = threads.getCompletedTaskCount();
    if (done == doneBefore) {
      int more = Math.min(MAX, threads.getCorePoolSize() + fewest);
      FaultBoundary.attempt(() -> threads.setCorePoolSize(more)); // Else those have to suffice.
    }
    pollLater(done);
  }
}
