package io.redial.client.apache4;

import io.redial.call.AttemptTimeout;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.Call;
import io.redial.kernel.FaultBoundary;
import org.apache.http.conn.ConnectionReleaseTrigger;

/**
 * Ends an attempt that takes longer than {@code per-try-timeout}, as an abort would, but without
 * aborting the application's request. The clock starts when the attempt has its connection; how
 * long it waits for one is up to the client's pool (rule 2.10).
 */
final class Cancellation {
  private final AttemptTimeout timeout = new AttemptTimeout();

  /** Null once the client is done, because the application may keep what refers to this object. */
  private volatile Call call;

  private volatile ConnectionReleaseTrigger connection;

  Cancellation(Call limited) {
    this.call = limited;
  }

  /**
   * Called when the client waits for a connection or has got one: the first, or another one after a
   * redirect. The clock starts with the first connection.
   */
  void stoppedBy(Object handle) {
    if (!(handle instanceof ConnectionReleaseTrigger)) {
      return;
    }
    Call underWay = call;
    boolean isFirst = connection == null;
    connection = (ConnectionReleaseTrigger) handle;
    FaultBoundary.run( // After a fault, the attempt continues without a limit.
        underWay,
        "Apache HttpClient 4 request",
        () -> {
          if (underWay != null && isFirst) {
            underWay.startAttemptClock();
          }
          if (underWay != null) {
            timeout.start(underWay.timer(), underWay.attemptNanos(), this::abort);
          }
          if (timeout.isExpired()) {
            abort();
          }
        });
  }

  /** Drops the connection of the attempt, if it has one. Thread-safe. */
  void abort() {
    ConnectionReleaseTrigger now = connection;
    if (now != null) {
      FaultBoundary.attempt(now::abortConnection);
    }
  }

  /** Returns whether the time ran out. */
  boolean isStopped() {
    return timeout.isExpired();
  }

  /**
   * Stops the clock, because the client is done with the attempt. Returns false if the time had run
   * out before.
   */
  boolean end() {
    call = null;
    timeout.stop();
    return timeout.end();
  }

  /** Notes that the time ran out after the client was done with the attempt. */
  void expire() {
    timeout.set(State.EXPIRED);
  }
}
