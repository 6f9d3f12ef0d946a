package io.redial.call;

import io.redial.policy.rate.Clock;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/**
 * Time that a test owns: nothing takes any, and it moves on only when everything that is due has
 * been done. All of it happens on the test's own thread, so that a schedule plays the same way each
 * time; a thread that blocks does meanwhile what falls due.
 */
final class VirtualTime extends Timer implements Clock {
  private static final long START = 1_000_000_000_000L;

  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private long now = START;
  private long count;

  /** Whether the process can have threads for what is to run later. */
  boolean hasThreads = true;

  private static final class Task extends FutureTask<Void> implements Comparable<Task> {
    private final long due;
    private final long number;

    Task(Runnable work, long due, long number) {
      super(work, null);
      this.due = due;
      this.number = number;
    }

    @Override
    public int compareTo(Task other) {
      int byTime = Long.compare(due, other.due);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  /** Nanoseconds since the start. */
  long elapsed() {
    return now - START;
  }

  /** Does everything that is due at any time, until nothing is left or the condition holds. */
  void runUntil(BooleanSupplier done) {
    while (!done.getAsBoolean() && !tasks.isEmpty()) {
      runNext();
    }
  }

  private void runNext() {
    Task next = tasks.poll();
    now = Math.max(now, next.due);
    next.run();
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public long wallMillis() {
    return now / 1_000_000;
  }

  @Override
  boolean isReady() {
    return hasThreads;
  }

  @Override
  public Future<?> after(long nanos, Runnable task) {
    if (!hasThreads) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    return schedule(nanos, task);
  }

  /** What the world does, for which there is always a thread. */
  void plan(long nanos, Runnable task) {
    Future<?> unwatched = schedule(nanos, task);
    assert !unwatched.isCancelled();
  }

  /** The same for what can be cancelled. */
  Future<?> schedule(long nanos, Runnable task) {
    long due = now + Math.max(0, nanos);
    Task scheduled = new Task(task, due < now ? Long.MAX_VALUE : due, count++);
    tasks.add(scheduled);
    return scheduled;
  }

  @Override
  void execute(Runnable task) {
    if (!hasThreads) {
      throw new OutOfMemoryError("unable to create native thread");
    }
    plan(0, task);
  }

  @Override
  void executeChore(Runnable task) {
    execute(task);
  }

  @Override
  boolean await(CountDownLatch latch, long nanos) throws InterruptedException {
    long end = now + Math.max(0, nanos) < now ? Long.MAX_VALUE : now + Math.max(0, nanos);
    while (true) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (latch.getCount() == 0) {
        return true;
      }
      if (tasks.isEmpty() || tasks.peek().due > end) {
        now = end;
        return false;
      }
      runNext();
    }
  }
}
