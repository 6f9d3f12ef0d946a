package io.redial.call;

import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;

/**
 * The one attempt of a {@linkplain Call#isPassive passive} call, which the client makes from the
 * application's own objects. What comes of it is counted and logged; nothing follows from it (rules
 * 1.5 and 11.1). Its methods never throw, and the first that is called counts.
 */
public final class PassiveAttempt extends Attempt {
  private boolean ended;

  /** The attempt is about to be made. */
  public PassiveAttempt(Call call) {
    super(call);
  }

  /**
   * The client returned a response.
   *
   * @param redirected whether the client followed a redirect on the way (rule 2.11)
   */
  public void responded(int status, HeaderFields headers, boolean redirected) {
    if (end()) {
      head(status, headers, redirected);
      over();
    }
  }

  /**
   * The client threw, or failed its future; {@link Failure#OTHER} after the application saw a head.
   */
  public void threw(Throwable thrown, Failure failure, boolean redirected) {
    if (end()) {
      failed(thrown, failure, redirected);
      over();
    }
  }

  /** Nothing is known of what came of it: a client that was replaced by a mock, for example. */
  public void endedUnseen() {
    if (end()) {
      over();
    }
  }

  private synchronized boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  private void over() {
    try {
      call().over();
    } catch (Throwable fault) {
      call().fault("end of a passive call", fault);
    }
  }
}
