package io.redial.policy;

import io.redial.policy.rate.Clock;
import java.util.function.LongUnaryOperator;

/** A request and what its call has behind it, for tests, with everything settable. */
final class FakeCall implements RequestFacts {
  String method = "GET";
  Fields headers = new Fields();
  boolean repeatable = true;
  int retries;
  int errorRetries;
  long remaining = RetryPolicy.UNLIMITED;
  boolean deferred;
  NoRetryReason standing;
  long backoff;

  FakeCall(String method) {
    this.method = method;
  }

  /** What the policy says of an outcome, all limits of the call included. */
  Decision after(Outcome outcome, RetryPolicy policy, Clock clock, LongUnaryOperator random) {
    RetryContext context = new RetryContext(retries, errorRetries, remaining, deferred, standing);
    Decision granted = policy.decide(this, outcome, context, clock);
    return granted.retries() ? policy.schedule(granted, backoff, context, random) : granted;
  }

  @Override
  public String method() {
    return method;
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
