package io.redial.control;

import io.redial.call.ObservedCall;
import io.redial.call.Wait;
import java.util.concurrent.TimeUnit;

/** A call that waits for its next attempt (rule 11.2). Immutable. */
public final class WaitInfo {
  private final long call;
  private final String host;
  private final String route;
  private final String request;
  private final int attempts;
  private final String reason;
  private final long leftMillis;

  WaitInfo(Wait wait, long nowNanos) {
    ObservedCall waiting = wait.call();
    call = waiting.number();
    host = waiting.hostName();
    route = AttemptInfo.route(waiting);
    request = AttemptInfo.request(waiting);
    attempts = waiting.attempts();
    reason = wait.decision().cause().key();
    leftMillis = Math.max(0, TimeUnit.NANOSECONDS.toMillis(wait.dueNanos() - nowNanos));
  }

  /** The number of the call. */
  public long getCall() {
    return call;
  }

  /** {@code scheme://host:port}. */
  public String getHost() {
    return host;
  }

  /** The route of the call; empty if no route matched. */
  public String getRoute() {
    return route;
  }

  /** Method and URL, without secrets. */
  public String getRequest() {
    return request;
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
