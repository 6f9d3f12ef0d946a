package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.policy.Failure;

/**
 * How one client makes the attempts of a call: the exchange of {@link CallLoop} and the drivers.
 * Blocking clients have a {@link BlockingExecution}, the others a {@link CallbackExecution}.
 */
public interface Execution extends FaultBoundary.Finishing {

  /**
   * Prepares an attempt. Anything it throws is an internal fault.
   *
   * @return null if the client can make no further attempt, so that the latest outcome stands
   */
  Attempt attempt(Call call) throws Exception;

  /**
   * Classifies the client's exception. Returns {@link Failure#OTHER} once the application's code
   * has seen the head of a response.
   */
  Failure classify(Attempt attempt, Throwable thrown);

  /** Whether the client followed a redirect in that attempt, or may have without showing it. */
  boolean redirected(Attempt attempt);

  /**
   * Returns the exception inside a wrapper of the client's. Failures of earlier attempts are
   * attached to it.
   */
  default Throwable unwrap(Throwable thrown) {
    return thrown;
  }

  /** Releases the copy of the request, because no attempt follows. Called at least once. */
  @Override
  void finish();
}
