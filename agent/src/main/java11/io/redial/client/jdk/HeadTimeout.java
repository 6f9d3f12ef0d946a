package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.policy.RetryPolicy;
import java.net.http.HttpClient;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletableFuture;

/**
 * The clock of {@code per-try-timeout} (rule 2.5), and of what the application's own timeout leaves
 * to a further attempt (rule 5.3). {@code HttpRequest.timeout} cannot serve as one. Up to Java 21,
 * the client forgets the timer of a request that it redirects or authenticates, and the timer later
 * ends another call on the same connection (JDK-8304701). From Java 26 on, the timeout also covers
 * the response's body. Thread-safe.
 */
final class HeadTimeout {
  /** Whether {@code HttpRequest.timeout} covers the response's body (rule 5.3). */
  static final boolean TIMEOUT_COVERS_BODY = Runtime.version().feature() >= 26;

  private final AttemptTimeout timeout = new AttemptTimeout();
  private final long nanos;
  private final boolean boundsOwn;

  /** Guarded by this, so that no head is processed while its exchange is being ended. */
  private boolean stopped;

  private volatile boolean ended;

  private HeadTimeout(long nanos, boolean boundsOwn) {
    this.nanos = nanos;
    this.boundsOwn = boundsOwn;
  }

  /**
   * Returns the clock for an attempt of that call; null if none is needed.
   *
   * @param own whether the application's own timeout bounds the attempt by less than the timeout of
   *     the application's request
   */
  static HeadTimeout of(Call call, HttpClient client, boolean own) {
    boolean bounds = own && !TIMEOUT_COVERS_BODY;
    long perTry = call.policy().perTryTimeoutNanos();
    boolean isLimited =
        perTry != RetryPolicy.UNLIMITED
            || (bounds && call.ownAttemptNanos() != RetryPolicy.UNLIMITED);
    return isLimited && !isClients(client) ? new HeadTimeout(perTry, bounds) : null;
  }

  /**
   * Returns the clock for a request for the rest of a body; null if none is needed.
   *
   * @param ownNanos the timeout of the application's request
   */
  static HeadTimeout ofRest(Call call, HttpClient client, long ownNanos) {
    long limit = restNanos(call, ownNanos);
    return limit == RetryPolicy.UNLIMITED || isClients(client)
        ? null
        : new HeadTimeout(limit, false);
  }

  /** Returns how long the response's head of a request for the rest of a body may take. */
  private static long restNanos(Call call, long ownNanos) {
    long own = TIMEOUT_COVERS_BODY ? RetryPolicy.UNLIMITED : ownNanos;
    return Math.min(call.policy().perTryTimeoutNanos(), own);
  }

  /**
   * Whether the client's own timer is used after all. Up to Java 15, only that timer can end an
   * exchange. It is not forgotten if the client neither redirects nor authenticates.
   */
  static boolean isClients(HttpClient client) {
    return !Cancellations.REACH_EXCHANGES
        && client.followRedirects() == HttpClient.Redirect.NEVER
        && client.authenticator().isEmpty();
  }

  /**
   * Returns how long the client itself is to limit an attempt that is not sent with the
   * application's own timeout, in nanoseconds; {@link RetryPolicy#UNLIMITED} if it is not to do so.
   */
  static long clientsNanos(Call call, HttpClient client) {
    if (isClients(client)) {
      return call.attemptNanos();
    }
    return TIMEOUT_COVERS_BODY ? call.ownAttemptNanos() : RetryPolicy.UNLIMITED;
  }

  /** Returns the same for a request for the rest of a body. */
  static long clientsNanosOfRest(Call call, HttpClient client, long ownNanos) {
    return isClients(client) ? restNanos(call, ownNanos) : clientsNanos(call, client);
  }

  /**
   * Starts the clock of an attempt, if it has one; the clock ends the exchange if no head arrives.
   */
  static void start(HeadTimeout clock, Attempt attempt, CompletableFuture<?> exchange) {
    if (clock != null) {
      Call call = attempt.call();
      long limit = clock.boundsOwn ? Math.min(clock.nanos, call.ownAttemptNanos()) : clock.nanos;
      clock.timeout.startOffTimer(
          call.timer(), Math.max(0, limit), () -> clock.end(attempt, exchange));
      if (exchange.isDone()) {
        clock.timeout.stop();
      }
    }
  }

  /**
   * Stops the clock, because the response's head has arrived.
   *
   * @return false if the attempt had been ended before, which not every client notices
   */
  boolean stop() {
    synchronized (this) {
      if (ended) {
        return false;
      }
      stopped = true;
    }
    timeout.stop();
    return true;
  }

  /** Stops the clock, if there is one: the attempt is over, or nobody waits for it any more. */
  static void forget(HeadTimeout clock) {
    if (clock != null) {
      clock.timeout.stop();
    }
  }

  /** Whether the clock has ended the attempt. */
  boolean hasEnded() {
    return ended;
  }

  /**
   * Ends the exchange unless the head has arrived: from then on, the client may use its connection
   * for another call (rule 1.5).
   */
  private void end(Attempt attempt, CompletableFuture<?> exchange) {
    boolean over = false;
    try {
      synchronized (this) {
        over = stopped;
        if (!over) {
          attempt.endWith(new HttpTimeoutException("request timed out"));
          ended = true;
          if (Cancellations.REACH_EXCHANGES) {
            Cancellations.end(exchange);
            over = true;
          }
        }
      }
    } finally {
      if (!over) {
        exchange.cancel(true); // Up to Java 15, the client goes on until the server answers.
      }
    }
  }
}
