package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.Outcome;
import java.io.IOException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;

/** One time that the client is used for a call. */
final class ClassicAttempt extends Attempt {
  private final ClassicExchange exchange;
  private final HttpRequest sent;
  private final Cancellation cancellation;
  private KeptBody kept;

  /**
   * An attempt.
   *
   * @param sent the application's request, or a copy of it
   * @param cancellation how the client can be stopped in the midst of it, or null
   */
  ClassicAttempt(Call call, ClassicExchange exchange, HttpRequest sent, Cancellation cancellation) {
    super(call);
    this.exchange = exchange;
    this.sent = sent;
    this.cancellation = cancellation;
  }

  HttpRequest sent() {
    return sent;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  /** What was read of the response that is given up on, or null if that is not the case. */
  KeptBody kept() {
    return kept;
  }

  void keep(KeptBody body) {
    kept = body;
  }

  /** Whether the client's own retry layer stands back for a response (rule 7.1). */
  boolean standsForResponse(HttpResponse response) {
    try {
      int status = response.getStatusLine().getStatusCode();
      return standsFor(Outcome.response(status, new Apache4Headers(response)));
    } catch (Throwable fault) {
      call().fault("coverage", fault);
      return false;
    }
  }

  /** Whether the client's own retry layer stands back for a failure (rule 7.1). */
  boolean standsForFailure(IOException thrown) {
    if (cancellation != null && cancellation.isStopped()) {
      return true; // The attempt is over, and what broke it off is only how it was ended.
    }
    try {
      return standsFor(Outcome.failure(exchange.classify(this, thrown)));
    } catch (Throwable fault) {
      call().fault("coverage", fault);
      return false;
    }
  }

  private boolean standsFor(Outcome outcome) {
    return call().standsFor(exchange.redirected(this) ? outcome.afterRedirect() : outcome);
  }
}
