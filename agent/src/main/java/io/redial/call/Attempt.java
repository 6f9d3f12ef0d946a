package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.NoRetryReason;

/**
 * One attempt of a call. An adapter makes it through the client's own public method, past the gate
 * by the {@link ReentryGuard}, and asks it what follows from the outcome.
 *
 * <p>The outcome is in plain fields, which the adapter sets right after the client's method. A
 * fault of Redial's can occur wherever a method is entered; this way none can come between an
 * outcome and its record (rule 1.4).
 */
public class Attempt {
  /** Whether the client was asked to make it. */
  public boolean made;

  /** The client's response, or Redial's wrapper of it. */
  public Object response;

  /** What the client threw, or what is thrown in its place. */
  public Throwable failure;

  /** Whether its response was given up on, because a retry follows. */
  public volatile boolean givenUp;

  private final Call call;
  private final int number;
  private volatile Decision decision;

  protected Attempt(Call call) {
    this.call = call;
    this.number = call.beginAttempt();
  }

  /** From 1. */
  public final int number() {
    return number;
  }

  public final Call call() {
    return call;
  }

  /**
   * Decides what follows from a response. Asked when its head has arrived and the application has
   * seen nothing of its body (rule 1.3). Never throws.
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

  /** Withdraws a decision to retry after a fault: the application has the response already. */
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

  /** The last decision, or null as long as the outcome is open. */
  public final Decision decision() {
    return decision;
  }

  /** Whether its response was given up on, so that nothing of it counts any more. */
  public final boolean givenUp() {
    return givenUp;
  }
}
