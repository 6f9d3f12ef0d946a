package io.redial.call;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread that all asynchronous waits share (rule 4.6), a few that start the attempts
 * which are due, because an attempt runs the client's and the application's code, which must not
 * hold up the other waits, and one for what Redial does by itself now and then, such as looking at
 * the options' files. Threads exist only while there is something to do: tasks that come again and
 * again have a thread apart, lest they keep alive those that a burst of attempts needed.
 * Thread-safe.
 */
public final class SystemTimer extends Timer {
  private static final int STARTERS = 4;
  private static final long IDLE_MILLIS = TimeUnit.SECONDS.toMillis(10);

  private final ScheduledThreadPoolExecutor timer;

  /** Its thread as it was made last, running or not. */
  private volatile Thread thread;

  private final ElasticExecutor attempts =
      new ElasticExecutor(this, "redial-attempts", STARTERS, IDLE_MILLIS);

  private final ElasticExecutor chores = new ElasticExecutor(this, "redial-chores", 1, IDLE_MILLIS);

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
  void executeChore(Runnable task) {
    chores.start(task);
  }

  @Override
  boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
    return latch.await(nanos, TimeUnit.NANOSECONDS);
  }
}
