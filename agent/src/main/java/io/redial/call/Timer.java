package io.redial.call;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread that all asynchronous waits share (rule 4.6), and a few that start the attempts
 * which are due: an attempt runs the client's and the application's code, which must not hold up
 * the other waits. Threads exist only while there is something to do. Thread-safe.
 */
public final class Timer {
  private final ScheduledThreadPoolExecutor timer;

  /** Its thread as it was made last, running or not. */
  private volatile Thread thread;

  private final Starters starters = new Starters(this);

  public Timer() {
    DaemonThreads threads = new DaemonThreads("redial-timer");
    timer = new ScheduledThreadPoolExecutor(1, task -> thread = threads.newThread(task));
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(30, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
  }

  /**
   * Whether the timer has its thread, or got it now; from then on it keeps it for as long as
   * anything is scheduled. Asked before a wait is promised, because afterwards it is too late.
   */
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
    Thread its = thread;
    return its != null && its.isAlive();
  }

  /** Runs a quick task once, after that many nanoseconds, on the timer's thread. */
  public Future<?> after(long nanos, Runnable task) {
    ensureThread();
    return timer.schedule(task, Math.max(0, nanos), TimeUnit.NANOSECONDS);
  }

  /**
   * The same for a task that something depends on.
   *
   * @param otherwise is run if the task fails
   */
  Future<?> after(long nanos, Runnable task, Runnable otherwise) {
    return after(nanos, new GuardedTask(task, otherwise));
  }

  /**
   * Runs a quick task that ends an attempt which takes too long. Where the process can have no
   * thread for it, the attempt goes on without that limit.
   *
   * @return null if it will not be run
   */
  public Future<?> limit(long nanos, Runnable task) {
    try {
      return after(nanos, task);
    } catch (Throwable noThread) {
      return null;
    }
  }

  /**
   * Runs a task that may run the application's code after that many nanoseconds.
   *
   * @param otherwise is run if the task fails
   */
  @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for it.
  void run(long nanos, Runnable attempt, Runnable otherwise) {
    after(nanos, () -> start(attempt, otherwise), otherwise);
  }

  /** Runs a task that may run the application's code now, on this thread if there is no other. */
  public void start(Runnable attempt) {
    start(attempt, null);
  }

  /**
   * The same for a task that something depends on.
   *
   * @param otherwise is run if the task fails, or null
   */
  void start(Runnable attempt, Runnable otherwise) {
    GuardedTask task = new GuardedTask(attempt, otherwise);
    try {
      starters.start(task);
    } catch (Throwable noThread) {
      task.run();
    }
  }
}
