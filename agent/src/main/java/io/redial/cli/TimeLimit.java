package io.redial.cli;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Limits how long another user can hold up a command. Whoever owns a file can make the system wait
 * before it opens it for somebody else, with a lease for example, and Java cannot open a file
 * without waiting. What is not done in time is left to a daemon thread.
 */
final class TimeLimit {
  private TimeLimit() {}

  /**
   * Does something, and returns its result.
   *
   * @param tooLong the message if it takes longer than that
   * @throws CommandException if it does so, or if it takes too long
   */
  static <T> T within(long nanos, String tooLong, Callable<T> work) throws CommandException {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "redial-inspect");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      thread.interrupt();
      throw new CommandException(tooLong);
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CommandException) {
        throw (CommandException) e.getCause();
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
