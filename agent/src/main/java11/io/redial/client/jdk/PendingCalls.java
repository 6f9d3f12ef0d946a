package io.redial.client.jdk;

import io.redial.call.RetryEngine;
import io.redial.call.Wait;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The calls whose last response was given up on, or that wait. A client that is shut down takes no
 * further attempts, so its shutdown waits until these calls have their outcome or their last
 * attempt (rules 5.4 and 8.2). Thread-safe.
 */
final class PendingCalls {
  /** Limits the wait, because the application's handler may be slow with a restored response. */
  private static final long DRAIN_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final RetryEngine engine;
  final Set<CallCompletion> givenUp = ConcurrentHashMap.newKeySet();

  PendingCalls(RetryEngine engine) {
    this.engine = engine;
  }

  /**
   * Ends the waits of a client, and waits until each of its calls has its outcome or its last
   * attempt.
   *
   * @param outcomes whether to wait for the outcome even if there is a last attempt
   */
  @SuppressWarnings("ReferenceEquality") // The same client, not an equal one.
  void settle(HttpClient client, boolean outcomes) {
    engine.closing(client); // From now on, no response is given up on.
    List<CountDownLatch> unsettled = new ArrayList<>();
    for (CallCompletion call : givenUp) {
      if (call.client == client) {
        CountDownLatch settled = call.settled(outcomes);
        if (givenUp.contains(call)) {
          unsettled.add(settled);
        }
      }
    }
    for (Wait wait : engine.room().waits()) {
      if (wait.call().client() == client) {
        unsettled.add(((JdkRequest) wait.call().request()).completion().settled(outcomes));
      }
    }
    engine.shutDown(client);
    await(unsettled);
  }

  private static void await(List<CountDownLatch> unsettled) {
    long end = System.nanoTime() + DRAIN_TIMEOUT_NANOS;
    try {
      for (CountDownLatch settled : unsettled) {
        settled.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The client decides what that means.
    }
  }
}
