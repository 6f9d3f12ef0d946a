package io.redial.client.jdk;

import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.policy.RetryPolicy;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;

/**
 * The clock of {@code per-try-timeout} (rule 2.5) where {@code HttpRequest.timeout} cannot serve as
 * one: from Java 26 on, the latter also covers the response's body. Thread-safe.
 */
final class HeadTimeout {
  /** Whether {@code HttpRequest.timeout} covers the response's body (rule 5.3). */
  static final boolean TIMEOUT_COVERS_BODY = Runtime.version().feature() >= 26;

  private final AttemptTimeout timeout = new AttemptTimeout();

  /** Guarded by this, so that no head is processed while its exchange is being ended. */
  private boolean stopped;

  private volatile boolean ended;

  private HeadTimeout() {}

  /** Returns the clock for an attempt of that call; null if none is needed. */
  static HeadTimeout of(Call call) {
    return TIMEOUT_COVERS_BODY && call.policy().perTryTimeoutNanos() != RetryPolicy.UNLIMITED
        ? new HeadTimeout()
        : null;
  }

  /** Returns how long the client itself is to limit the attempt that begins now, in nanoseconds. */
  static long clientsNanos(Call call) {
    return TIMEOUT_COVERS_BODY ? call.ownAttemptNanos() : call.attemptNanos();
  }

  /**
   * Starts the clock of an attempt, if it has one; the clock ends the exchange if no head arrives.
   */
  static void start(HeadTimeout clock, Call call, CompletableFuture<?> exchange) {
    if (clock != null) {
      long nanos = call.policy().perTryTimeoutNanos();
      clock.timeout.startOffTimer(call.timer(), nanos, () -> clock.end(exchange));
      if (exchange.isDone()) {
        clock.timeout.stop();
      }
    }
  }

  /** Stops the clock, because the response's head has arrived. */
  static void stop(HeadTimeout clock) {
    if (clock != null) {
      synchronized (clock) {
        clock.stopped = true;
      }
      clock.timeout.stop();
    }
  }

  /** Stops the clock, because nobody waits for the attempt any more. */
  static void forget(HeadTimeout clock) {
    if (clock != null) {
      clock.timeout.stop();
    }
  }

  /**
   * Ends the exchange unless the head has arrived: from then on, the client may use its connection
   * for another call (rule 1.5).
   */
  private synchronized void end(CompletableFuture<?> exchange) {
    if (!stopped) {
      ended = true;
      Cancellations.end(exchange);
    }
  }

  /** Returns what an attempt failed with, as the client reports it; null if it did not fail. */
  static Throwable failure(HeadTimeout clock, Throwable thrown) {
    forget(clock);
    return clock != null && thrown != null && clock.ended
        ? new HttpTimeoutException("request timed out")
        : thrown;
  }
}
