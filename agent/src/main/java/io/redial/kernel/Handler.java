package io.redial.kernel;

/**
 * Gives the application a response that was held back, and returns its consumer. What it throws is
 * the application's. Called by one thread, which holds no monitor of Redial's.
 */
public interface Handler<H, D> {
  D give(H head) throws Throwable;

  /** Returns the consumer that is told if the application does not take the response, or null. */
  default D existing() {
    return null;
  }

  /** Gives a head to a consumer that is there already. */
  static <D, R, E, C, F> Handler<R, D> to(
      D consumer, Exits.Head<D, R, E, C, F> exit, E entity, C context, F result) {
    return new Handler<R, D>() {
      @Override
      public D give(R response) throws Throwable {
        exit.give(consumer, response, entity, context, result);
        return consumer;
      }

      @Override
      public D existing() {
        return consumer;
      }
    };
  }
}
