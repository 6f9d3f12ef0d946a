package io.redial.kernel;

/**
 * What becomes of one response. Its methods may fail: the response then goes to the application as
 * it is.
 *
 * @param <D> the application's consumer of a body
 */
public interface BodyDecisions<D> {

  /**
   * Returns whether a failure before the first byte of a body that is held ends the attempt, so
   * that the application does not get its response (rule 10.6).
   */
  boolean endsAttempt(Throwable cut);

  /** Called before the application's handler is asked for a consumer. */
  void asking();

  /**
   * Called when that handler has made the consumer.
   *
   * @return how the body is resumed after a cut; null if it is not
   */
  Resumer offered(D consumer);

  /**
   * Runs a task that passes on the consumer's result, on any thread: it may block, and the consumer
   * gets its bytes on this one.
   */
  default void pass(Runnable result) {
    result.run();
  }
}
