package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.kernel.FaultBoundary;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Runs a task again and again for as long as the program runs, on a thread other than the timer's,
 * which a file system that hangs must not hold up.
 */
final class Poller {
  private static final long AFTER_FAULT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private Poller() {}

  /**
   * Runs a task after a delay, and from then on as often as it says.
   *
   * @param name names the task where its faults are logged
   * @param task returns after how many nanoseconds it is to run again
   */
  static void runAfter(long nanos, RetryEngine engine, String name, LongSupplier task) {
    Runnable next =
        () ->
            runAfter(
                FaultBoundary.ask(engine, name, task::getAsLong, AFTER_FAULT_NANOS),
                engine,
                name,
                task);
    FaultBoundary.run(engine, name, () -> engine.choreAfter(nanos, next));
  }
}
