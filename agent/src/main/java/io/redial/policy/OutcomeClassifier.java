package io.redial.policy;

import io.redial.policy.backoff.Cause;
import io.redial.policy.rate.Clock;

/**
 * Applies rule 2 from top to bottom to decide whether an outcome is one to retry, before any limit
 * is checked. Pure.
 */
final class OutcomeClassifier {
  private final RetryPolicy policy;
  private final RequestFacts request;
  private final Clock clock;

  OutcomeClassifier(RetryPolicy policy, RequestFacts request, Clock clock) {
    this.policy = policy;
    this.request = request;
    this.clock = clock;
  }

  Decision of(Outcome outcome) {
    if (request.method().equals("CONNECT")) {
      return Decision.RETURN;
    }
    return outcome.failure() == null ? ofResponse(outcome) : ofFailure(outcome);
  }

  private Decision ofResponse(Outcome outcome) {
    int status = outcome.status();
    if (!policy.concerns(status)) {
      return Decision.RETURN;
    }
    boolean named = policy.retryOn().coversStatus(status);
    boolean asksByStatus = status == 429 || (status >= 500 && status <= 599);
    HeaderFields headers = outcome.headers();
    long hint = RetryAfter.nanos(headers, clock);
    boolean hinted = asksByStatus && hint != RetryAfter.NONE;
    if (hinted && policy.retryOn().covers(Cause.RETRY_AFTER)) {
      // With 502 and 504, a gateway speaks for a server that it lost (rule 2.1).
      boolean anyMethod = policy.anyMethodAtGateways() || (status != 502 && status != 504);
      boolean mustBeIdempotent = !anyMethod || outcome.redirected();
      if (mustBeIdempotent && !idempotent()) {
        return Decision.notCovered(NoRetryReason.METHOD);
      }
      return allowed(Cause.RETRY_AFTER, hint, headers);
    }
    if (named) {
      return idempotent()
          ? allowed(Cause.STATUS, hint, headers)
          : Decision.notCovered(NoRetryReason.METHOD);
    }
    return hinted ? Decision.RETURN : Decision.notCovered(NoRetryReason.NO_HINT);
  }

  private Decision allowed(Cause cause, long hint, HeaderFields headers) {
    if (vetoed(headers, hint != RetryAfter.NONE)) {
      return Decision.forbidden(cause, NoRetryReason.VETO);
    }
    if (hint == RetryAfter.TOO_LONG) {
      return Decision.forbidden(cause, NoRetryReason.DEADLINE);
    }
    return Decision.retry(cause, hint);
  }

  /** Returns whether the header fields forbid a retry (rule 2.9). */
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

  private Decision ofFailure(Outcome outcome) {
    Failure failure = outcome.failure();
    RetryOn retryOn = policy.retryOn();
    boolean unprocessed = failure.unprocessed() && retryOn.covers(Cause.UNPROCESSED);
    boolean byKind = failure.cause() != null && retryOn.covers(failure.cause());
    if (!unprocessed && !byKind) {
      return Decision.RETURN;
    }
    if (idempotent()) {
      return Decision.retry(byKind ? failure.cause() : Cause.UNPROCESSED, RetryAfter.NONE);
    }
    // After a redirect, only the redirect's target is known not to have processed it (rule 2.11).
    return unprocessed && !outcome.redirected()
        ? Decision.retry(Cause.UNPROCESSED, RetryAfter.NONE)
        : Decision.notCovered(NoRetryReason.METHOD);
  }

  private boolean idempotent() {
    return policy.idempotent(request);
  }
}
