package io.redial.call;

/**
 * A call of a blocking client, from its entry to its outcome. An adapter only has to say how an
 * attempt is made and how its failures are classified.
 *
 * @param <R> the client's response
 */
public interface BlockingCall<R> extends ClientCall, BlockingExecution<R> {

  @Override
  default boolean blocks() {
    return true;
  }

  @Override
  default Attempt prepare(Call call) throws Throwable {
    return attempt(call);
  }

  @Override
  default Attempt attempt(Call call) throws Exception {
    return new Attempt(call);
  }

  @Override
  default Object run(Call call, Attempt first) throws Throwable {
    return BlockingDriver.run(call, this, first);
  }

  @Override
  default Object observe(PassiveAttempt attempt) throws Throwable {
    try {
      send(attempt); // It reports the head.
      attempt.finish();
    } catch (Throwable thrown) {
      if (thrown != attempt.failure()) {
        throw thrown;
      }
      attempt.threw(thrown, classify(attempt, thrown), redirected(attempt));
    }
    return attempt.answer();
  }

  @Override
  default boolean redirected(Attempt attempt) {
    return false;
  }

  @Override
  default void finish() {}
}
