package io.redial.policy;

import io.redial.policy.backoff.Cause;

/** A request and its history for tests, with everything settable. */
final class FakeCall implements RequestFacts, History {
  String method = "GET";
  Fields headers = new Fields();
  boolean repeatable = true;
  int retries;
  int errorRetries;
  long remaining = RetryPolicy.UNLIMITED;
  boolean inRollout = true;
  boolean deferred;
  long backoff;
  boolean budget = true;
  int budgetAsked;

  FakeCall(String method) {
    this.method = method;
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

  @Override
  public int retries() {
    return retries;
  }

  @Override
  public int errorRetries() {
    return errorRetries;
  }

  @Override
  public long remainingNanos() {
    return remaining;
  }

  @Override
  public boolean inRollout() {
    return inRollout;
  }

  @Override
  public boolean deferred() {
    return deferred;
  }

  @Override
  public long backoffNanos(Cause cause) {
    return backoff;
  }

  @Override
  public boolean takeFromBudget() {
    budgetAsked++;
    return budget;
  }
}
