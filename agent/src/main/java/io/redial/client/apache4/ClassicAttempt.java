package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.PulledCall;
import io.redial.call.RetryOutlook;
import io.redial.policy.Failure;
import java.io.IOException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;
import org.apache.http.protocol.HttpContext;

/** One attempt of a classic call. */
final class ClassicAttempt extends Attempt {
  private final PulledCall<HttpResponse> exchange;
  private final HttpContext context;
  private final HttpRequest sent;
  private final Cancellation cancellation;

  /**
   * Creates an attempt.
   *
   * @param context what the client uses
   * @param sent the application's request, or a copy of it
   * @param cancellation stops the client during the attempt; null if it is not needed
   */
  ClassicAttempt(
      Call call,
      PulledCall<HttpResponse> exchange,
      HttpContext context,
      HttpRequest sent,
      Cancellation cancellation) {
    super(call);
    this.exchange = exchange;
    this.context = context;
    this.sent = sent;
    this.cancellation = cancellation;
  }

  HttpRequest sent() {
    return sent;
  }

  HttpContext context() {
    return context;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  /** Returns whether Redial's own timeout has ended the attempt. */
  boolean isStopped() {
    return cancellation != null && cancellation.isStopped();
  }

  /** Returns whether an exception is the one that stands for Redial's own timeout. */
  boolean isTimedOutBy(Throwable thrown) {
    return cancellation != null && cancellation.isOwn(thrown);
  }

  /**
   * Notes that the time ran out before the first byte of the body. Without a cancellation, there is
   * no limit.
   */
  IOException timedOut() {
    return cancellation.asFailure();
  }

  boolean isRedirected() {
    return exchange.redirected(this);
  }

  /** Returns where the response comes from, after all redirects. */
  String uri() {
    return exchange.uri(this);
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
