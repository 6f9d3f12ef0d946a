package io.redial.call;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

/**
 * Time as calls spend it: waits of blocked threads, tasks that are due later, and the threads that
 * start attempts. Handed in, so that tests own the time. Thread-safe.
 */
public abstract class Timer {

  /**
   * Whether there is a thread for what is to run later, from now on and for as long as anything is
   * scheduled. Asked before a wait is promised, because afterwards it is too late.
   */
  abstract boolean isReady();

  /** Runs a quick task once, after that many nanoseconds; throws if there is no thread for it. */
  public abstract Future<?> after(long nanos, Runnable task);

  /** Runs a task that may run the application's code soon; throws if there is no thread for it. */
  abstract void execute(Runnable task);

  /**
   * Runs a task of Redial's own that belongs to no call and may take its time; throws if there is
   * no thread for it.
   */
  abstract void executeChore(Runnable task);

  /**
   * Blocks the calling thread until the latch opens; false if that took longer than so many
   * nanoseconds. Parks without a lock, so that a virtual thread is not pinned.
   */
  abstract boolean await(CountDownLatch latch, long nanos) throws InterruptedException;

  /** Blocks the calling thread for that many nanoseconds. */
  final void sleep(long nanos) throws InterruptedException {
    await(new CountDownLatch(1), nanos);
  }

  /**
   * Runs a quick task that something depends on.
   *
   * @param otherwise is run if the task fails
   */
  final Future<?> after(long nanos, Runnable task, Runnable otherwise) {
    return after(nanos, new GuardedTask(task, otherwise));
  }

  /**
   * Runs a quick task that ends an attempt which takes too long. Where the process can have no
   * thread for it, the attempt goes on without that limit.
   *
   * @return null if it will not be run
   */
  public final Future<?> limit(long nanos, Runnable task) {
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
  final void run(long nanos, Runnable attempt, Runnable otherwise) {
    after(nanos, () -> start(attempt, otherwise), otherwise);
  }

  /** Runs a task of Redial's own that may take its time, on this thread if there is no other. */
  final void startChore(Runnable chore) {
    try {
      executeChore(chore);
    } catch (Throwable noThread) {
      chore.run();
    }
  }

  /** Runs a task that may run the application's code now, on this thread if there is no other. */
  public final void start(Runnable attempt) {
    start(attempt, null);
  }

  /**
   * The same for a task that something depends on.
   *
   * @param otherwise is run if the task fails, or null
   */
  final void start(Runnable attempt, Runnable otherwise) {
    GuardedTask task = new GuardedTask(attempt, otherwise);
    try {
      execute(task);
    } catch (Throwable noThread) {
      task.run();
    }
  }
}
