package io.redial.call;

import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;

/**
 * The only attempt of a {@linkplain Call#isPassive passive} call, which the client makes with the
 * application's own objects. Its outcome is counted and logged, and nothing follows from it (rules
 * 1.5 and 11.1). Its methods never throw, and only the first one that is called counts.
 */
public final class PassiveAttempt extends Attempt {
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
      head(status, headers, redirected);
      finish();
    }
  }

  /**
   * Called when the client has thrown, or has failed its future.
   *
   * @param failure {@link Failure#OTHER} if the application had already seen a head
   */
  public void threw(Throwable thrown, Failure failure, boolean redirected) {
    if (end()) {
      failed(thrown, failure, redirected);
      finish();
    }
  }

  /** Called when the outcome is unknown, for example because the client is a mock. */
  public void endedUnseen() {
    if (end()) {
      finish();
    }
  }

  private synchronized boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  private void finish() {
    try {
      call().finish();
    } catch (Throwable fault) {
      call().fault("end of a passive call", fault);
    }
  }
}
