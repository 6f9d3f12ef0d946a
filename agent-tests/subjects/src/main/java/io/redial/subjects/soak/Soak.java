package io.redial.subjects.soak;

import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Calls by many threads for a time, watched so that none hangs unnoticed. */
final class Soak {
  /** No deadline is longer than two seconds; the rest is for machines that have other work. */
  private static final long LIMIT = TimeUnit.SECONDS.toNanos(15);

  private static final long STUCK = TimeUnit.SECONDS.toNanos(17);
  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(50);

  private final LoadClient client;
  private final Targets targets;
  private final long[] seeds;
  private final ScheduledExecutorService timer;
  private final Outcomes outcomes = new Outcomes();
  private final AtomicLong ids;
  private volatile boolean over;

  /**
   * Calls by a client.
   *
   * @param firstId the number of its first call
   */
  Soak(
      LoadClient client,
      Targets targets,
      long[] seeds,
      ScheduledExecutorService timer,
      long firstId) {
    ids = new AtomicLong(firstId);
    this.client = client;
    this.targets = targets;
    this.seeds = seeds;
    this.timer = timer;
  }

  Outcomes outcomes() {
    return outcomes;
  }

  private volatile String forced = "";

  /** Makes calls for so long; of those in progress at the end each may finish. */
  void run(int threads, long millis, String force) {
    forced = force;
    over = false;
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      callers.add(begin());
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!callers.isEmpty()) {
      LockSupport.parkNanos(TICK);
      over = System.nanoTime() > end;
      callers.removeIf(caller -> !caller.isAlive());
      for (int i = 0; i < callers.size(); i++) {
        callers.get(i).checks(LIMIT);
        if (callers.get(i).isStuck(STUCK)) {
          callers.remove(i).abandon();
          if (!over) {
            callers.add(begin());
          }
        }
      }
    }
  }

  private Caller begin() {
    Caller caller = new Caller(this);
    caller.start();
    return caller;
  }

  /** The number of a call that is to be made, or -1. */
  long next() {
    return over ? -1 : ids.getAndIncrement();
  }

  /** How many numbers there are of calls that were made. */
  long made() {
    return ids.get();
  }

  Form form(long id) {
    return Form.draw(targets, seeds, id, forced);
  }

  LoadCall call(Form form) {
    return client.call(form.request());
  }

  /** Cancels a call when its form says so; gives what calls that off. */
  Runnable cancelLater(Form form, LoadCall call) {
    if (form.cancelAfterMicros() < 0) {
      return () -> {};
    }
    Future<?> cancelling =
        timer.schedule(call::cancel, form.cancelAfterMicros(), TimeUnit.MICROSECONDS);
    return () -> cancelling.cancel(false);
  }
}
