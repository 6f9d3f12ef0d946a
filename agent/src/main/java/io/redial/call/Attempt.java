package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.Refusal;

/**
 * One time that a call goes to the wire. An adapter carries it through the client's own public
 * method, past the gate with an {@link Admission}, and asks it what becomes of the outcome.
 */
public class Attempt {
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
    Decision made = decision;
    return redirected && made != null && made.retries()
        ? decided(call.history().takeBack(made, Refusal.METHOD))
        : made;
  }

  /** Takes a decision to retry back if the client was shut down meanwhile (rule 5.4). */
  public final Decision withdrawnIfClosing() {
    Decision made = decision;
    return made != null && made.retries() && call.isClosing()
        ? decided(call.history().takeBack(made, Refusal.CANCELLED))
        : made;
  }

  private Decision decided(Decision made) {
    decision = made;
    return made;
  }

  /** The last decision, or null as long as the outcome is open. */
  public final Decision decision() {
    return decision;
  }

  /** Whether its response was given up on, so that nothing of it counts any more. */
  public final boolean givenUp() {
    Decision made = decision;
    return made != null && made.retries();
  }
}
