package io.redial.policy;

import io.redial.policy.backoff.Cause;

/** What kind of failure ended an attempt before its response's head (rules 2.2 to 2.5, 2.10). */
public enum Failure {
  /** Reset, broken pipe, end of stream, closed connection, lost HTTP/2 connection. */
  CONNECTION_ERROR(Cause.CONNECTION_ERROR, false),
  /** A lost connection on which the server provably did not process this request. */
  CONNECTION_ERROR_UNPROCESSED(Cause.CONNECTION_ERROR, true),
  /** Connection refused: the server got nothing. */
  CONNECT_FAILURE(Cause.CONNECT_FAILURE, true),
  /** Connecting took too long, or no route: the server got nothing. */
  CONNECT_TIMEOUT(Cause.TIMEOUT, true),
  /** The request went out and no answer came in time. */
  TIMEOUT(Cause.TIMEOUT, false),
  /**
   * Provably not processed, and none of the above (REFUSED_STREAM, RequestNotExecutedException).
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

  /** The kind of {@code retry-on} that covers it for an idempotent method, or null. */
  public Cause cause() {
    return cause;
  }

  /** Whether it proves that the server never processed the request (rule 2.4). */
  public boolean unprocessed() {
    return unprocessed;
  }
}
