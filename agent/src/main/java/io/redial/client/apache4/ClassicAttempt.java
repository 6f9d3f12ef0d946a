package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.BlockingExecution;
import io.redial.call.Call;
import io.redial.call.RetryOutlook;
import io.redial.policy.Failure;
import java.io.IOException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.protocol.HttpContext;

/** One attempt of a classic call. */
final class ClassicAttempt extends Attempt {
  private final BlockingExecution<HttpResponse> exchange;
  private final Redirects redirects;
  private final RequestView view;
  private final HttpRequest sent;
  private final Cancellation cancellation;

  /** The failure if the time ran out before the first byte of the body; null otherwise. */
  private IOException timedOut;

  /**
   * Creates an attempt.
   *
   * @param redirects what the client followed in the attempt
   * @param view the application's request
   * @param sent that request, or a copy of it
   * @param cancellation stops the client during the attempt; null if it is not needed
   */
  ClassicAttempt(
      Call call,
      BlockingExecution<HttpResponse> exchange,
      Redirects redirects,
      RequestView view,
      HttpRequest sent,
      Cancellation cancellation) {
    super(call);
    this.exchange = exchange;
    this.redirects = redirects;
    this.view = view;
    this.sent = sent;
    this.cancellation = cancellation;
  }

  HttpRequest sent() {
    return sent;
  }

  HttpContext context() {
    return redirects.context();
  }

  Cancellation cancellation() {
    return cancellation;
  }

  /** Returns whether Redial's own timeout has ended the attempt. */
  boolean isStopped() {
    return cancellation != null && cancellation.isStopped();
  }

  /** Returns whether an exception is the one that stands for Redial's own timeout. */
  @SuppressWarnings("ReferenceEquality") // That very exception.
  boolean isTimedOutBy(Throwable thrown) {
    return thrown == timedOut || (cancellation != null && cancellation.isOwn(thrown));
  }

  /** Notes that the time ran out before the first byte of the body. */
  IOException timedOut() {
    timedOut = Apache4Failures.timedOut();
    return timedOut;
  }

  boolean isRedirected() {
    return exchange.redirected(this);
  }

  /** Returns where the response comes from, after all redirects. */
  String uri() {
    return redirects.uri(view);
  }

  Failure classify(IOException thrown) {
    return exchange.classify(this, thrown);
  }

  /** Returns whether the connection of a response must not be used again (rule 8.3). */
  boolean dropsConnectionOf(HttpResponse response) {
    StatusLine line = response.getStatusLine();
    return line != null
        && RetryOutlook.dropsConnection(call(), line.getStatusCode(), new Apache4Headers(response));
  }
}
