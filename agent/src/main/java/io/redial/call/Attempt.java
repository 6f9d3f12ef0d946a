package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.NoRetryReason;

/**
 * One attempt of a call. An adapter makes it through the client's own public method, which the
 * {@link ReentryGuard} lets through the gate, and then asks the attempt what follows from the
 * outcome.
 *
 * <p>The outcome is in plain fields, which the adapter sets right after the client's method has
 * returned or thrown. An internal fault can occur wherever a method of Redial is entered. As
 * recording the outcome calls no method, no fault can prevent it (rule 1.4).
 */
public class Attempt {
  /** Whether the client was asked to make the attempt. */
  public boolean made;

  /** The client's response, or Redial's wrapper of it. */
  public Object response;

  /** The exception that the client threw, or the one that is thrown in its place. */
  public Throwable failure;

  /** Whether the attempt's response was given up on, because a retry follows. */
  public volatile boolean givenUp;

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
   * Decides what follows from a response. Called when the response's head has arrived and the
   * application has seen nothing of the body (rule 1.3). Never throws.
   *
   * @param redirected whether the client followed a redirect on the way (rule 2.11)
   */
  public final Decision head(int status, HeaderFields headers, boolean redirected) {
    return decided(call.afterResponse(number, status, headers, redirected));
  }

  /** Decides what follows from a failure before the application has seen a head. Never throws. */
  public final Decision failed(Throwable thrown, Failure failure, boolean redirected) {
    return decided(call.afterFailure(number, thrown, failure, redirected));
  }

  /**
   * Notes a failure of this attempt that the client's own retry layer does not retry. The layer may
   * throw another exception in its place. Never throws.
   */
  public final void passes(Throwable thrown) {
    call.history().passes(thrown);
  }

  /** Withdraws a decision to retry, because the adapter has learned of a redirect (rule 2.11). */
  public final Decision reconsider(boolean redirected) {
    Decision last = decision;
    return redirected && last != null && last.retries()
        ? decided(call.history().takeBack(last, NoRetryReason.METHOD))
        : last;
  }

  /** Withdraws a decision to retry if the client was shut down meanwhile (rule 5.4). */
  public final Decision withdrawnIfClosing() {
    Decision last = decision;
    return last != null && last.retries() && call.isClosing()
        ? decided(call.history().takeBack(last, NoRetryReason.CANCELLED))
        : last;
  }

  /**
   * Withdraws a decision to retry after an internal fault, because the application gets the
   * response.
   */
  public final void surrendered() {
    Decision last = decision;
    if (last != null && last.retries()) {
      decided(call.history().takeBack(last, NoRetryReason.CANCELLED));
    }
  }

  private Decision decided(Decision latest) {
    boolean retries = latest.retries();
    decision = latest;
    givenUp = retries;
    return latest;
  }

  /** Returns the latest decision, or null as long as there is no outcome. */
  public final Decision decision() {
    return decision;
  }

  /**
   * Returns whether the attempt's response was given up on, so that nothing of it counts any more.
   */
  public final boolean givenUp() {
    return givenUp;
  }
}
