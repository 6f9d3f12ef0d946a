package io.redial.subjects;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What can be done to calls in flight and to clients from outside: named actions under a name. An
 * action that is not there yet is waited for, since a future exists only once it was returned.
 */
public final class InFlight {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(40);
  private static final Map<String, Runnable> ACTIONS = new HashMap<>();

  private InFlight() {}

  /** Offers an action; a name of null offers nothing. */
  public static void offer(String name, String action, Runnable run) {
    if (name != null) {
      synchronized (ACTIONS) {
        ACTIONS.put(name + "#" + action, run);
        ACTIONS.notifyAll();
      }
    }
  }

  /** Does what was offered, or fails if nobody offers it for long. */
  static void run(String name, String action) throws InterruptedException {
    await(name + "#" + action).run();
  }

  private static Runnable await(String key) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE;
    synchronized (ACTIONS) {
      Runnable run;
      while ((run = ACTIONS.get(key)) == null) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          throw new IllegalStateException("nobody offered " + key);
        }
        ACTIONS.wait(left);
      }
      return run;
    }
  }
}
