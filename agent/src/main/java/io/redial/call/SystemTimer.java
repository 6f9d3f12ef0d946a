package io.redial.call;

import io.redial.kernel.FaultBoundary;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The timer of a running agent. All asynchronous waits share one daemon thread (rule 4.6). A few
 * more start the attempts that are due, because an attempt runs the client's and the application's
 * code, which must not delay the other waits. One more is for what Redial does by itself now and
 * then, such as checking the option files. Threads exist only while there is something to do.
 * Recurring tasks have a thread of their own, so that they do not keep alive those that a burst of
 * attempts needed. Thread-safe.
 */
public final class SystemTimer extends Timer {
  private static final int STARTERS = 4;
  private static final long IDLE_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final ScheduledThreadPoolExecutor timer;

  /** The timer's thread that was created last, running or not. */
  private volatile Thread thread;

  private final ElasticExecutor attempts =
      new ElasticExecutor(this, "redial-attempts", STARTERS, IDLE_MILLIS);

  private final ElasticExecutor chores = new ElasticExecutor(this, "redial-chores", 1, IDLE_MILLIS);

  /** Creates the timer without threads. */
  public SystemTimer() {
    DaemonThreads threads = new DaemonThreads("redial-timer");
    timer = new ScheduledThreadPoolExecutor(1, task -> thread = threads.newThread(task));
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(30, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
  }

  @Override
  boolean isReady() {
    return FaultBoundary.attempt(this::ensureThread); // The process may start no more threads.
  }

  /**
   * Starts the timer's thread unless it is running. Only one caller at a time does so: while a
   * start fails, the executor counts the thread, and would leave the tasks of other callers to it.
   */
  private void ensureThread() {
    if (isRunning()) {
      return;
    }
    synchronized (timer) {
      if (!isRunning()) {
        timer.prestartCoreThread();
      }
    }
  }

  private boolean isRunning() {
    Thread ownThread = thread;
    return ownThread != null && ownThread.isAlive();
  }

  @Override
  public Future<?> after(long nanos, Runnable task) {
    ensureThread();
    return timer.schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }

  @Override
  void execute(Runnable task) {
    attempts.start(task);
  }

  @Override
  void executeChore(Runnable task) {
    chores.start(task);
  }

  @Override
  boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
    return Thread.currentThread() instanceof ForkJoinWorkerThread
        ? new PoolWait(latch, nanos).await()
        : latch.await(nanos, TimeUnit.NANOSECONDS);
  }

  /**
   * The wait of a thread of a {@link ForkJoinPool}, which may start another thread for its other
   * tasks meanwhile (rule 4.7).
   */
  private static final class PoolWait implements ForkJoinPool.ManagedBlocker {
    private final CountDownLatch latch;
    private final long endNanos;

    PoolWait(CountDownLatch latch, long nanos) {
      this.latch = latch;
      this.endNanos = System.nanoTime() + nanos;
    }

    boolean await() throws InterruptedException {
      try {
        ForkJoinPool.managedBlock(this);
      } catch (InterruptedException e) {
        throw e;
      } catch (Throwable noThread) {
        // The pool cannot start another thread, so it goes on with one less.
      }
      return awaitEnd();
    }

    private boolean awaitEnd() throws InterruptedException {
      return latch.await(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public boolean block() throws InterruptedException {
      awaitEnd();
      return true;
    }

    @Override
    public boolean isReleasable() {
      return latch.getCount() == 0;
    }
  }
}
