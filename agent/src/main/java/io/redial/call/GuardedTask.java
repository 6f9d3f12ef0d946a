package io.redial.call;

import io.redial.kernel.FaultBoundary;
import java.util.concurrent.FutureTask;

/**
 * A task that something depends on. It is run once; if it fails, even as it is entered, another
 * task is run instead. Whoever runs it enters the JDK's {@code FutureTask} first, which catches
 * such a failure.
 */
final class GuardedTask extends FutureTask<Void> {
  private final Runnable otherwise;

  /**
   * Creates the task.
   *
   * @param otherwise run if the task fails; may be null
   */
  GuardedTask(Runnable task, Runnable otherwise) {
    super(task, null);
    this.otherwise = otherwise;
  }

  @Override
  protected void done() {
    // Returns at once: it is done.
    if (otherwise != null && !FaultBoundary.attempt(this::get)) {
      otherwise.run();
    }
  }
}
