package io.redial.control;

import io.redial.call.Wait;
import java.util.concurrent.TimeUnit;

/** A call that waits for its next attempt (rule 11.2). Immutable. */
public final class WaitInfo extends CallInfo {
  private final int attempts;
  private final String reason;
  private final long leftMillis;

  WaitInfo(Wait wait, long nowNanos) {
    super(wait.call());
    attempts = wait.call().attempts();
    reason = wait.decision().cause().key();
    leftMillis = Math.max(0, TimeUnit.NANOSECONDS.toMillis(wait.dueNanos() - nowNanos));
  }

  /** How many attempts it has made. */
  public int getAttempts() {
    return attempts;
  }

  /** The reason for the retry, as in the counts of retries. */
  public String getReason() {
    return reason;
  }

  /** Milliseconds until the next attempt, 0 or more. */
  public long getLeftMillis() {
    return leftMillis;
  }
}
