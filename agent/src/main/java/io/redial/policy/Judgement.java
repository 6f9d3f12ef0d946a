package io.redial.policy;

import io.redial.policy.backoff.Cause;

/** Rule 2 from top to bottom: whether an outcome is one to be retried. Pure. */
final class Judgement {
  private final RetryPolicy policy;
  private final RequestFacts request;
  private final Clock clock;

  Judgement(RetryPolicy policy, RequestFacts request, Clock clock) {
    this.policy = policy;
    this.request = request;
    this.clock = clock;
  }

  Verdict of(Outcome outcome) {
    if (request.method().equals("CONNECT")) {
      return Verdict.NOT_OURS;
    }
    return outcome.failure() == null ? ofResponse(outcome) : ofFailure(outcome);
  }

  private Verdict ofResponse(Outcome outcome) {
    int status = outcome.status();
    if (!policy.concerns(status)) {
      return Verdict.NOT_OURS;
    }
    boolean named = policy.retryOn().coversStatus(status);
    boolean asksByStatus = status == 429 || (status >= 500 && status <= 599);
    HeaderFields headers = outcome.headers();
    long hint = Hint.nanos(headers, clock);
    boolean hinted = asksByStatus && hint != Hint.NONE;
    if (hinted && policy.retryOn().covers(Cause.RETRY_AFTER)) {
      // By 502 and 504 a gateway speaks for a server that it lost (rule 2.1).
      boolean anyMethod = policy.anyMethodAtGateways() || (status != 502 && status != 504);
      if (anyMethod ? outcome.redirected() && !idempotent() : !idempotent()) {
        return Verdict.notCovered(Refusal.METHOD);
      }
      return allowed(Cause.RETRY_AFTER, hint, headers);
    }
    if (named) {
      return idempotent()
          ? allowed(Cause.STATUS, hint, headers)
          : Verdict.notCovered(Refusal.METHOD);
    }
    return hinted ? Verdict.NOT_OURS : Verdict.notCovered(Refusal.NO_HINT);
  }

  private Verdict allowed(Cause cause, long hint, HeaderFields headers) {
    if (vetoed(headers, hint != Hint.NONE)) {
      return Verdict.forbidden(cause, Refusal.VETO);
    }
    if (hint == Hint.TOO_LONG) {
      return Verdict.forbidden(cause, Refusal.DEADLINE);
    }
    return Verdict.retry(cause, hint);
  }

  /** Rule 2.9. */
  private static boolean vetoed(HeaderFields headers, boolean hinted) {
    String should = headers.first("x-should-retry");
    if (should != null && should.trim().equalsIgnoreCase("false")) {
      return true;
    }
    String pushback = headers.first("grpc-retry-pushback-ms");
    if (pushback != null && pushback.trim().startsWith("-")) {
      return true;
    }
    return !hinted && (headers.has("x-envoy-overloaded") || headers.has("x-envoy-ratelimited"));
  }

  private Verdict ofFailure(Outcome outcome) {
    Failure failure = outcome.failure();
    RetryOn retryOn = policy.retryOn();
    boolean unprocessed = failure.unprocessed() && retryOn.covers(Cause.UNPROCESSED);
    boolean byKind = failure.cause() != null && retryOn.covers(failure.cause());
    if (!unprocessed && !byKind) {
      return Verdict.NOT_OURS;
    }
    if (idempotent()) {
      return Verdict.retry(byKind ? failure.cause() : Cause.UNPROCESSED, Hint.NONE);
    }
    // After a redirect it is only the redirect's target that did not process anything (rule 2.11).
    return unprocessed && !outcome.redirected()
        ? Verdict.retry(Cause.UNPROCESSED, Hint.NONE)
        : Verdict.notCovered(Refusal.METHOD);
  }

  private boolean idempotent() {
    return policy.idempotent(request);
  }
}
