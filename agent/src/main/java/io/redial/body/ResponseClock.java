package io.redial.body;

import io.redial.call.Call;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.policy.RetryPolicy;

/** The clock of a response that is given up on and drained, or held for its first byte. */
public final class ResponseClock {
  private static final String WHERE = "response";

  private ResponseClock() {}

  /**
   * Limits how long a response is drained (rule 8.1). If the timer cannot be started, only its size
   * is limited, so that the call still ends with it.
   */
  public static void drains(Call call, PushedBody<?, ?, ?> body) {
    // Dropping the rest can run the application's code, which must not hold up the timer.
    Runnable tooLong = () -> call.timer().start(body::drainedTooLong);
    FaultBoundary.run(call, WHERE, () -> body.limitedBy(call.onDrainTimeout(tooLong)));
  }

  /**
   * Limits how long a response is held (rule 10.6), by what is left to its attempt.
   *
   * @param expire ends the attempt; it may run the application's code
   */
  public static void holds(Call call, PushedBody<?, ?, ?> body, Runnable expire) {
    long left = Math.max(0, call.attemptNanosLeft());
    if (left != RetryPolicy.UNLIMITED) {
      body.limitedBy(call.timer().limit(left, () -> call.timer().start(expire)));
    }
  }
}
