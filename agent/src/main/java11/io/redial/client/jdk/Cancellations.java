package io.redial.client.jdk;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/** What the client does when a future of its own is cancelled. */
final class Cancellations {
  /**
   * From 16 on the client passes a cancelled future, or one that depends on it, to its exchange.
   */
  static final boolean REACH_EXCHANGES = Runtime.version().feature() >= 16;

  private Cancellations() {}

  /** As the client ends an exchange, which then tells what the application's future gets. */
  static void end(CompletableFuture<?> attempt) {
    attempt.newIncompleteFuture().cancel(true);
  }

  /** What the client says of a future of which a dependent was cancelled. */
  static CancellationException exception() {
    return new CancellationException("Request cancelled");
  }
}
