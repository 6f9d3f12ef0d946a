package io.redial.call;

import java.util.concurrent.FutureTask;

/**
 * A task that something depends on. It is run once; if it fails, even at its very entry, something
 * else is run instead. Whoever runs it enters the JDK's code, which catches that failure.
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
