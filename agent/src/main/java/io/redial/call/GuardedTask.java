package io.redial.call;

import java.util.concurrent.FutureTask;

/**
 * A task that something depends on: run once, and something else in its place if it fails, even
 * where it is entered. Whoever runs it enters the JDK's own code, which catches that.
 */
final class GuardedTask extends FutureTask<Void> {
  private final Runnable otherwise;

  /**
   * A task.
   *
   * @param otherwise is run if the task fails, or null
   */
  GuardedTask(Runnable task, Runnable otherwise) {
    super(task, null);
    this.otherwise = otherwise;
  }

  @Override
  protected void done() {
    if (otherwise == null) {
      return;
    }
    try {
      get(); // Returns at once: it is done.
    } catch (Throwable fault) {
      otherwise.run();
    }
  }
}
