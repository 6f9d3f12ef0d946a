package io.redial.policy;

import io.redial.policy.rate.Clock;
import java.util.function.LongUnaryOperator;

/** A request and what its call has behind it, for tests, with everything settable. */
public final class FakeCall implements RequestFacts {
  public String method = "GET";
  public Fields headers = new Fields();
  public String query;
  public String path = "/api/v1/pods";
  boolean repeatable = true;
  int retries;
  int errorRetries;
  long remaining = RetryPolicy.UNLIMITED;
  boolean deferred;
  NoRetryReason standing;
  long backoff;

  public FakeCall(String method) {
    this.method = method;
  }

  /** What the policy says of an outcome, all limits of the call included. */
  Decision after(Outcome outcome, RetryPolicy policy, Clock clock, LongUnaryOperator random) {
    RetryContext context =
        new RetryContext(retries, errorRetries, remaining, deferred, standing, 0);
    Decision granted = policy.decide(this, outcome, context, clock);
    return granted.retries() ? policy.schedule(granted, backoff, context, random) : granted;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String query() {
    return query;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public HeaderFields headers() {
    return headers;
  }

  @Override
  public boolean repeatable() {
    return repeatable;
  }
}
