package io.redial.call;

import io.redial.policy.RetryPolicy;
import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * A call of a blocking client whose bodies the application's own thread reads. What becomes of a
 * response is the same for all such clients: see {@link PulledResponses}.
 *
 * @param <R> the client's response
 */
public interface PulledCall<R> extends BlockingCall<R> {

  /** Returns how the client's responses are read. */
  PulledBody<R> bodies();

  /**
   * Makes the attempt, and notes its outcome in it.
   *
   * @throws Throwable the attempt's failure, or an internal fault
   */
  R execute(Attempt attempt) throws Throwable;

  /** Called before the body of a response that is given up on is drained. */
  default void givesUp(Attempt attempt) {}

  /**
   * Returns the exception of an attempt whose time ran out before the first byte of its body. From
   * then on, it is classified as {@link io.redial.policy.Failure#TIMEOUT}.
   */
  IOException timedOut(Attempt attempt);

  /** Returns whether the request has a body, so that it is not made again for the rest of one. */
  boolean sendsBody();

  /** Returns how the rest of a response's body is requested if it breaks off (rule 10). */
  ResumeRequests<R> rest(R response, Attempt attempt) throws Exception;

  /** Returns where the response of the attempt comes from, after all redirects. */
  String uri(Attempt attempt);

  @Override
  default R send(Attempt attempt) throws Throwable {
    R response = execute(attempt);
    int status = response == null ? 0 : bodies().status(response);
    if (status == 0) {
      return response;
    }
    attempt.unread(true);
    if (!attempt.needsNoDecision(status)) {
      attempt.head(status, bodies().headers(response), redirected(attempt));
    }
    RetryPolicy policy = attempt.call().policy();
    return attempt.givenUp() || policy.commitsAtFirstByte() || !policy.resume().isEmpty()
        ? new PulledResponses<>(this, attempt, status).receive(response)
        : response;
  }

  /** Returns what the retry layers of such clients throw when they are interrupted. */
  @Override
  default Throwable interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new InterruptedIOException();
  }

  @Override
  default R restore(Attempt attempt, R givenUp) {
    DrainedBody drained = attempt.call().history().drained;
    if (attempt.isUnread() || drained == null || !drained.isComplete()) {
      return null; // If nobody has read it yet, what was drained is the body of an attempt before.
    }
    byte[] bytes = drained.bytes();
    return bytes == null ? givenUp : bodies().with(givenUp, new BufferedStream(bytes), attempt);
  }
}
