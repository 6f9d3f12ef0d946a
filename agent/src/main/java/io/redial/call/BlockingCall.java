package io.redial.call;

/**
 * A call of a blocking client, from its entry to its outcome. An adapter only has to say how an
 * attempt is made and how its failures are classified.
 *
 * @param <R> the client's response
 */
public interface BlockingCall<R> extends ClientCall, BlockingExecution<R> {

  @Override
  default boolean blocksPlatformThread() {
    return !Threads.currentIsVirtual();
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
  default Object[] run(Call call, Attempt first) throws Throwable {
    return BlockingDriver.run(call, this, first);
  }

  @Override
  default Object[] watch(PassiveAttempt attempt) throws Throwable {
    R response;
    try {
      response = send(attempt);
    } catch (Throwable thrown) {
      attempt.threw(thrown, classify(attempt, thrown), redirected(attempt));
      return new Object[] {null, thrown};
    }
    attempt.endedUnseen(); // send has already reported the head.
    return new Object[] {response};
  }

  @Override
  default boolean redirected(Attempt attempt) {
    return false;
  }

  @Override
  default void finish() {}
}
