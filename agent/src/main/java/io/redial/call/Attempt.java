package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.Refusal;

/**
 * One time that a call goes to the wire. An adapter carries it through the client's own public
 * method, past the gate with an {@link Admission}, and asks it what becomes of the outcome.
 *
 * <p>What the client makes of it is kept in plain fields, which the adapter stores right around the
 * client's own method: no fault of Redial's, which may strike wherever a method is entered, comes
 * between an outcome and its record (rule 1.4).
 */
public class Attempt {
  /** Whether the client was asked to make it. */
  public boolean made;

  /** The client's own response, or what stands for it. */
  public Object response;

  /** What the client threw, or what stands for that. */
  public Throwable failure;

  /** Whether its response was given up on, so that nothing of it counts any more. */
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
   * What becomes of a response, asked when its head is there and nothing of its body has reached
   * the application (rule 1.3). Never throws.
   *
   * @param redirected whether the client followed a redirect on the way (rule 2.11)
   */
  public final Decision head(int status, HeaderFields headers, boolean redirected) {
    return decided(call.afterResponse(this, status, headers, redirected));
  }

  /** What becomes of a failure before the application was given a head. Never throws. */
  public final Decision failed(Throwable thrown, Failure failure, boolean redirected) {
    return decided(call.afterFailure(this, thrown, failure, redirected));
  }

  /** Takes a decision to retry back, because the adapter learned more (rule 2.11). */
  public final Decision reconsider(boolean redirected) {
    Decision last = decision;
    return redirected && last != null && last.retries()
        ? decided(call.history().takeBack(last, Refusal.METHOD))
        : last;
  }

  /** Takes a decision to retry back if the client was shut down meanwhile (rule 5.4). */
  public final Decision withdrawnIfClosing() {
    Decision last = decision;
    return last != null && last.retries() && call.isClosing()
        ? decided(call.history().takeBack(last, Refusal.CANCELLED))
        : last;
  }

  /** Takes a decision to retry back after a fault: the application has the response already. */
  public final void surrendered() {
    Decision last = decision;
    if (last != null && last.retries()) {
      decided(call.history().takeBack(last, Refusal.CANCELLED));
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
