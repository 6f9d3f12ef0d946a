package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.HeaderFields;
import io.redial.policy.NoRetryReason;
import io.redial.policy.RetryPolicy;
import java.util.List;

/** A call as observers see it, for tests of observers. */
public final class SampleCall implements ObservedCall, OutgoingRequest {
  private final long number;
  private final String hostName;
  private final int attempts;
  private final String path;
  private String route;

  private SampleCall(long number, String hostName, int attempts, String path) {
    this.number = number;
    this.hostName = hostName;
    this.attempts = attempts;
    this.path = path;
  }

  /** A call of {@code GET /} to that host. */
  public static SampleCall of(long number, String hostName, int attempts) {
    return of(number, hostName, attempts, "/");
  }

  /** The same for another path. */
  public static SampleCall of(long number, String hostName, int attempts, String path) {
    return new SampleCall(number, hostName, attempts, path);
  }

  /** The same call on a route. */
  public SampleCall on(String name) {
    route = name;
    return this;
  }

  /** An attempt that ended with that status, after which nothing was decided. */
  public static AttemptRecord record(int attempt, int status) {
    return new AttemptRecord(attempt, 0, status, null, Decision.RETURN);
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public OutgoingRequest request() {
    return this;
  }

  @Override
  public RetryPolicy policy() {
    RetryPolicy.Builder policy = new RetryPolicy.Builder();
    policy.route = route;
    return policy.build();
  }

  @Override
  public Object client() {
    return null;
  }

  @Override
  public String hostName() {
    return hostName;
  }

  @Override
  public long startNanos() {
    return 0;
  }

  @Override
  public int attempts() {
    return attempts;
  }

  @Override
  public boolean isBlocking() {
    return true;
  }

  @Override
  public NoRetryReason switchedOff() {
    return null;
  }

  @Override
  public String method() {
    return "GET";
  }

  @Override
  public HeaderFields headers() {
    return name -> List.of();
  }

  @Override
  public boolean repeatable() {
    return true;
  }

  @Override
  public String scheme() {
    return hostName.substring(0, hostName.indexOf(':'));
  }

  @Override
  public String host() {
    return hostName;
  }

  @Override
  public int port() {
    return 80;
  }

  @Override
  public String path() {
    return path;
  }
}
