package io.redial.client.jdk;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What the client does when a future of its own is cancelled. */
final class Cancellations {
  /**
   * From 16 on, cancelling a future of the client's, or one that depends on it, reaches its
   * exchange.
   */
  static final boolean REACH_EXCHANGES = Runtime.version().feature() >= 16;

  private Cancellations() {}

  /**
   * Ends an exchange as the client does. The exchange then reports the outcome that the
   * application's future gets.
   */
  static void end(CompletableFuture<?> attempt) {
    attempt.newIncompleteFuture().cancel(true);
  }

  /** The exception with which the client completes a future when it has ended its exchange. */
  static CompletionException exception() {
    return ofBody(ofBody());
  }

  /**
   * Returns the exception with which the client completes a future when it has ended its exchange
   * while the body was read.
   *
   * @param body the exception that the body's subscriber got
   */
  static CompletionException ofBody(IOException body) {
    return new CompletionException(new CancellationException("Request cancelled").initCause(body));
  }

  /** Returns the exception that the subscriber of a body gets whose exchange was cancelled. */
  static IOException ofBody() {
    return new IOException("Request cancelled");
  }
}
