package io.redial.call;

import io.redial.kernel.ClientOutcome;
import io.redial.kernel.ReentryGuard;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.NoRetryReason;

/**
 * One attempt of a call. An adapter makes it through the client's own layers, or through its public
 * method, which the {@link ReentryGuard} lets through the gate, and then asks the attempt what
 * follows from the outcome.
 */
public class Attempt extends ClientOutcome {
  private final Call call;
  private final int number;

  private volatile Decision decision;

  protected Attempt(Call call) {
    this.call = call;
    this.number = call.beginAttempt();
  }

  /** Returns the number of the attempt within its call, counted from 1. */
  public final int number() {
    return number;
  }

  public final Call call() {
    return call;
  }

  /**
   * Returns whether nothing follows from a response whatever else it says, so that the application
   * gets it; this is then the decision. Otherwise, {@link #head} is to be called.
   */
  public final boolean needsNoDecision(int status) {
    if (!call.needsNoDecision(status)) {
      return false;
    }
    decided(Decision.RETURN);
    return true;
  }

  /**
   * Decides what follows from a response. Called when the response's head has arrived and the
   * application has seen nothing of the body (rule 1.3). What it throws is an internal fault.
   *
   * @param redirected whether the client followed a redirect on the way (rule 2.11)
   */
  public final Decision head(int status, HeaderFields headers, boolean redirected) {
    return decided(call.afterResponse(number, status, headers, redirected));
  }

  /**
   * Decides what follows from a failure before the application has seen a head. Throws as {@link
   * #head} does.
   */
  public final Decision failed(Throwable thrown, Failure failure, boolean redirected) {
    return decided(call.afterFailure(number, thrown, failure, redirected));
  }

  /**
   * Notes a failure of this attempt that the client's own retry layer does not retry. The layer may
   * throw another exception in its place.
   */
  public final void passes(Throwable thrown) {
    call.history().passes(thrown);
  }

  /** Withdraws a decision to retry, if the client has followed a redirect after all (rule 2.11). */
  public final Decision reconsider(boolean redirected) {
    return withdrawn(redirected, NoRetryReason.METHOD);
  }

  /** Withdraws a decision to retry if the client was shut down meanwhile (rule 5.4). */
  public final Decision withdrawnIfClosing() {
    return withdrawn(call.isClosing(), NoRetryReason.CANCELLED);
  }

  /**
   * Withdraws a decision to retry after an internal fault, because the application gets the
   * response.
   */
  public final void withdraw() {
    withdrawn(true, NoRetryReason.CANCELLED);
  }

  private Decision withdrawn(boolean isDue, NoRetryReason why) {
    Decision last = decision;
    return isDue && last != null && last.retries()
        ? decided(call.history().takeBack(last, why))
        : last;
  }

  private Decision decided(Decision latest) {
    boolean retries = latest.retries();
    decision = latest;
    giveUp(retries);
    return latest;
  }

  /** Returns the latest decision, or null as long as there is no outcome. */
  public final Decision decision() {
    return decision;
  }

  /** Returns false if the server's answer or a limit has ruled out a retry. */
  public final boolean mayStillRetry() {
    Decision last = decision;
    NoRetryReason reason = last == null ? null : last.noRetryReason();
    return reason == null || reason == NoRetryReason.NO_HINT;
  }
}
