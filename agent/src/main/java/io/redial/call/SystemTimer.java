package io.redial.call;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread that all asynchronous waits share (rule 4.6), and a few that start the attempts
 * which are due: an attempt runs the client's and the application's code, which must not hold up
 * the other waits. Threads exist only while there is something to do. Thread-safe.
 */
public final class SystemTimer extends Timer {
  private final ScheduledThreadPoolExecutor timer;

  /** Its thread as it was made last, running or not. */
  private volatile Thread thread;

  private final AttemptExecutor attempts = new AttemptExecutor(this);

  /** No threads yet. */
  public SystemTimer() {
    DaemonThreads threads = new DaemonThreads("redial-timer");
    timer = new ScheduledThreadPoolExecutor(1, task -> thread = threads.newThread(task));
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(30, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
  }

  @Override
  boolean isReady() {
    try {
      ensureThread();
      return true;
    } catch (Throwable noThread) { // The process has as many as it may have.
      return false;
    }
  }

  /**
   * One caller at a time: while a start fails, the executor counts the thread, and would leave the
   * tasks of others to it.
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
  boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
    return latch.await(nanos, TimeUnit.NANOSECONDS);
  }
}
