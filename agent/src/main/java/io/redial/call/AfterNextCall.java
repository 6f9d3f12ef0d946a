package io.redial.call;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Work that has time until a call has ended, so that the program's first response does not wait for
 * it, but that no more than a second puts off: the call may wait long for its retry. Thread-safe.
 */
final class AfterNextCall {
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Timer timer;
  private final Consumer<Throwable> faults;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private volatile boolean any;

  AfterNextCall(Timer timer, Consumer<Throwable> faults) {
    this.timer = timer;
    this.faults = faults;
  }

  /** Has a quick task run once. */
  @SuppressWarnings("FutureReturnValueIgnored") // A task of ours that reports its own faults.
  void add(Runnable task) {
    tasks.add(task);
    any = true;
    timer.after(MOST_NANOS, this::run);
  }

  /** A call has ended, which costs a healthy one the reading of a field. */
  void callEnded() {
    if (any) {
      run();
    }
  }

  private void run() {
    any = false;
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      try {
        task.run();
      } catch (Throwable fault) {
        faults.accept(fault);
      }
    }
  }
}
