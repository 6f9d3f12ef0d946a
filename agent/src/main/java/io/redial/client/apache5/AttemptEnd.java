package io.redial.client.apache5;

import java.util.function.BiConsumer;

/** Ends an attempt whose end the client does not know. */
final class AttemptEnd<T> {
  /** How it is ended after a fault of Redial's. What the application threw is thrown on. */
  interface Broken {
    void broken(Object result, Throwable failure, Throwable fault);
  }

  private final BiConsumer<T, Exception> usual;
  private final Broken broken;

  /**
   * Ends that attempt.
   *
   * @param usual takes its result, or its failure
   */
  AttemptEnd(BiConsumer<T, Exception> usual, Broken broken) {
    this.usual = usual;
    this.broken = broken;
  }

  /**
   * Its outcome is known.
   *
   * @param failure null if it was successful
   */
  void end(T result, Exception failure) {
    usual.accept(result, failure);
  }

  /** The same after a fault of Redial's. */
  void endAfterFault(T result, Exception failure, Throwable fault) {
    broken.broken(result, failure, fault);
  }
}
