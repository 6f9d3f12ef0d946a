package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;

/**
 * Blocks waiting threads, runs tasks that are due later, and provides the threads that start
 * attempts. It is handed in, so that tests own the time. Thread-safe.
 */
public abstract class Timer {

  /**
   * Returns whether there is a thread for tasks that are to run later, from now on and for as long
   * as anything is scheduled. Called before a wait is granted, because afterwards it is too late.
   */
  abstract boolean isReady();

  /** Runs a quick task once, after that many nanoseconds; throws if there is no thread for it. */
  public abstract Future<?> after(long nanos, Runnable task);

  /** Soon runs a task that may call the application's code; throws if there is no thread for it. */
  abstract void execute(Runnable task);

  /**
   * Runs a task of Redial's own that belongs to no call and may take its time; throws if there is
   * no thread for it.
   */
  abstract void executeChore(Runnable task);

  /**
   * Blocks the calling thread until the latch opens. Returns false if it has not opened after the
   * given number of nanoseconds. Parks without a lock, so that a virtual thread is not pinned.
   */
  abstract boolean await(CountDownLatch latch, long nanos) throws InterruptedException;

  /** Blocks the calling thread for that many nanoseconds. */
  final void sleep(long nanos) throws InterruptedException {
    await(new CountDownLatch(1), nanos);
  }

  /**
   * Runs a quick task that something depends on, after that many nanoseconds.
   *
   * @param otherwise run if the task fails
   */
  final Future<?> after(long nanos, Runnable task, Runnable otherwise) {
    return after(nanos, new GuardedTask(task, otherwise));
  }

  /**
   * Runs a quick task that ends an attempt which takes too long. If the process cannot start a
   * thread for it, the attempt continues without that limit.
   *
   * @return null if the task will not be run
   */
  public final Future<?> limit(long nanos, Runnable task) {
    return FaultBoundary.ask(FaultLog.NONE, "timer", () -> after(nanos, task), null);
  }

  /**
   * After that many nanoseconds, runs a task that may call the application's code.
   *
   * @param otherwise run if the task fails
   */
  @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for it.
  final void run(long nanos, Runnable attempt, Runnable otherwise) {
    after(nanos, () -> start(attempt, otherwise), otherwise);
  }

  /** Runs a task of Redial's own that may take its time, on this thread if there is no other. */
  final void startChore(Runnable chore) {
    if (!FaultBoundary.attempt(() -> executeChore(chore))) {
      chore.run();
    }
  }

  /** Runs a task now that may call the application's code, on this thread if there is no other. */
  public final void start(Runnable attempt) {
    start(attempt, null);
  }

  /**
   * Runs a task now that may call the application's code and that something depends on, on this
   * thread if there is no other.
   *
   * @param otherwise run if the task fails; may be null
   */
  final void start(Runnable attempt, Runnable otherwise) {
    GuardedTask task = new GuardedTask(attempt, otherwise);
    if (!FaultBoundary.attempt(() -> execute(task))) {
      task.run();
    }
  }
}
