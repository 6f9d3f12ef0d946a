package io.redial.policy;

import io.redial.policy.backoff.Cause;

/** The kinds of failure that end an attempt before its response's head (rules 2.2 to 2.5, 2.10). */
public enum Failure {
  /** Reset, broken pipe, end of stream, closed connection, lost HTTP/2 connection. */
  CONNECTION_ERROR(Cause.CONNECTION_ERROR, false),
  /** A lost connection, with proof that the server did not process this request. */
  CONNECTION_ERROR_UNPROCESSED(Cause.CONNECTION_ERROR, true),
  /** Connection refused: nothing reached the server. */
  CONNECT_FAILURE(Cause.CONNECT_FAILURE, true),
  /** Connect timeout, or no route to the host: nothing reached the server. */
  CONNECT_TIMEOUT(Cause.TIMEOUT, true),
  /** The request was sent, but no response arrived in time. */
  TIMEOUT(Cause.TIMEOUT, false),
  /**
   * Another failure that proves that the request was not processed (REFUSED_STREAM,
   * RequestNotExecutedException).
   */
  UNPROCESSED(null, true),
  /** Interruption, cancellation, TLS trust, a closed client, anything unknown: never retried. */
  OTHER(null, false);

  private final Cause cause;
  private final boolean unprocessed;

  Failure(Cause cause, boolean unprocessed) {
    this.cause = cause;
    this.unprocessed = unprocessed;
  }

  /** Returns the kind of {@code retry-on} that covers this for an idempotent method, or null. */
  public Cause cause() {
    return cause;
  }

  /** Returns whether this proves that the server never processed the request (rule 2.4). */
  public boolean unprocessed() {
    return unprocessed;
  }
}
