package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.RetryOutlook;
import io.redial.kernel.BodyFault;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import io.redial.policy.Outcome;
import java.io.IOException;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * The client's own retries, which decide only about what Redial's policy does not cover (rule 7.1).
 * It is asked in place of the built-in strategy as well as of the application's. Each method takes
 * the attempt that the client is making, or null, and returns whether to send again, or the {@link
 * ClientOutcome} of a strategy that has thrown.
 */
final class RetryLayer {
  private static final String WHERE = "HttpClient 5 retries";

  private RetryLayer() {}

  static Object retryResponse(
      Attempt attempt,
      HttpRequestRetryStrategy strategy,
      HttpResponse response,
      int count,
      HttpContext context) {
    if (attempt != null
        && (attempt.call().resumesBody()
            || suppressesClientRetry(
                attempt, Outcome.response(response.getCode(), new Apache5Headers(response))))) {
      return false;
    }
    // Before the strategy is asked: if this fails, the client asks it instead.
    FaultLog log = attempt == null ? null : attempt.call();
    boolean again;
    try {
      again = strategy.retryRequest(response, count, context);
    } catch (Throwable ofClient) {
      return ClientOutcome.throwing(ofClient);
    }
    if (again && attempt instanceof AsyncAttempt) {
      FaultBoundary.run(log, WHERE, ((AsyncAttempt<?>) attempt).producer::willBeSentAgain);
    }
    return again;
  }

  static Object retryRequest(
      Attempt attempt,
      HttpRequestRetryStrategy strategy,
      HttpRequest request,
      IOException thrown,
      int count,
      HttpContext context) {
    if (thrown instanceof GivenUpException || thrown instanceof BodyFault) {
      return false;
    }
    FaultLog log = attempt == null ? null : attempt.call();
    boolean again = false;
    if (attempt == null
        || !(isEnded(attempt)
            || attempt.call().resumesBody()
            || resumes(attempt, thrown)
            || suppressesClientRetry(
                attempt, Outcome.failure(Apache5Failures.of(attempt, thrown))))) {
      try {
        again = strategy.retryRequest(request, thrown, count, context);
      } catch (Throwable ofClient) {
        return ClientOutcome.throwing(ofClient);
      }
    }
    if (attempt != null && !again) { // The client may throw another one in its place (rule 7.2).
      FaultBoundary.run(log, WHERE, () -> attempt.passes(thrown));
    }
    return again;
  }

  /**
   * Returns whether Redial itself ended the attempt: to save reading the rest of a body, or by its
   * own timeout.
   */
  private static boolean isEnded(Attempt attempt) {
    return attempt.givenUp() || (attempt instanceof Stoppable && ((Stoppable) attempt).isStopped());
  }

  /**
   * Returns whether the application has its response and the body may be resumed after this
   * failure.
   */
  private static boolean resumes(Attempt attempt, IOException thrown) {
    return attempt instanceof AsyncAttempt && ((AsyncAttempt<?>) attempt).consumer.covers(thrown);
  }

  private static boolean suppressesClientRetry(Attempt attempt, Outcome outcome) {
    boolean redirected = attempt instanceof Stoppable && ((Stoppable) attempt).isRedirected();
    return RetryOutlook.covers(attempt.call(), outcome, redirected);
  }
}
