package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;

/**
 * The only attempt of a {@linkplain Call#isPassive passive} call, which the client makes with the
 * application's own objects. Its outcome is counted and logged, and nothing follows from it (rules
 * 1.5 and 11.1). Only the first method that is called with it counts.
 *
 * <p>Whoever makes the attempt sets what the client has returned or thrown at once. Whatever fails
 * from then on, that is what the application gets.
 */
public final class PassiveAttempt extends Attempt implements FaultBoundary.Finishing {
  private boolean ended;

  /** Begins the attempt, which the client is about to make. */
  public PassiveAttempt(Call call) {
    super(call);
  }

  /**
   * Called when the client has returned a response.
   *
   * @param redirected whether the client followed a redirect on the way (rule 2.11)
   */
  public void responded(int status, HeaderFields headers, boolean redirected) {
    if (end()) {
      try {
        head(status, headers, redirected);
      } finally {
        finishCall();
      }
    }
  }

  /**
   * Called when the client has thrown, or has failed its future.
   *
   * @param failure {@link Failure#OTHER} if the application had already seen a head
   */
  public void threw(Throwable thrown, Failure failure, boolean redirected) {
    if (end()) {
      try {
        failed(thrown, failure, redirected);
      } finally {
        finishCall();
      }
    }
  }

  /** Ends the attempt unseen if its outcome was not reported: that of a mock, for example. */
  @Override
  public void finish() {
    if (end()) {
      finishCall();
    }
  }

  private synchronized boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  private void finishCall() {
    FaultBoundary.finish(call(), "end of a passive call", call());
  }
}
