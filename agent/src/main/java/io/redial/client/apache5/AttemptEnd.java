package io.redial.client.apache5;

/** Ends an attempt whose end the client does not know. */
final class AttemptEnd<T> {
  private final AsyncHttpExchange<T> exchange;
  private final AsyncAttempt<T> attempt;

  AttemptEnd(AsyncHttpExchange<T> exchange, AsyncAttempt<T> attempt) {
    this.exchange = exchange;
    this.attempt = attempt;
  }

  /**
   * Its outcome is known.
   *
   * @param failure null if it was successful
   */
  void end(T result, Exception failure) {
    exchange.endInPlaceOfClient(attempt, result, failure);
  }

  /** The same after a fault of Redial's. What the application threw is thrown on. */
  void endDespite(T result, Exception failure, Throwable fault) {
    attempt.broken(result, failure, fault);
  }
}
