package io.redial.client.apache5;

import java.util.function.BiConsumer;

/** Ends an attempt of whose end the client does not know. */
final class AttemptEnd<T> {
  /** Ends the attempt after an internal fault. What the application's code threw is rethrown. */
  interface Broken {
    void broken(Object result, Throwable failure, Throwable fault);
  }

  private final BiConsumer<T, Exception> usual;
  private final Broken broken;

  /**
   * Creates an end of one attempt.
   *
   * @param usual takes the attempt's result, or its failure
   */
  AttemptEnd(BiConsumer<T, Exception> usual, Broken broken) {
    this.usual = usual;
    this.broken = broken;
  }

  /**
   * Ends the attempt with its outcome.
   *
   * @param failure null if it was successful
   */
  void end(T result, Exception failure) {
    usual.accept(result, failure);
  }

  /** Does the same after an internal fault. */
  void endAfterFault(T result, Exception failure, Throwable fault) {
    broken.broken(result, failure, fault);
  }
}
