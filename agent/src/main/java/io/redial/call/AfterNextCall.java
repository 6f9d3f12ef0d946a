package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks once a call has ended, so that the program's first response does not wait for them,
 * but no later than a second after they were added, because the call may wait long for its retry.
 * Thread-safe.
 */
final class AfterNextCall {
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Timer timer;
  private final FaultLog faults;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  AfterNextCall(Timer timer, FaultLog faults) {
    this.timer = timer;
    this.faults = faults;
  }

  /**
   * Adds a quick task, which is run once: when the next call ends, or after a second at the latest.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // The task reports its own faults.
  void add(Runnable task) {
    tasks.add(task);
    timer.after(MAX_NANOS, this::run);
  }

  /** Returns whether a task waits. */
  boolean any() {
    return !tasks.isEmpty();
  }

  /** Runs the tasks. Called when a call has ended. */
  void run() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      FaultBoundary.run(faults, "task after a call", task::run);
    }
  }
}
