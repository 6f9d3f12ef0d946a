package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.FirstByte;
import io.redial.call.SyncExchange;
import io.redial.policy.Failure;
import java.io.IOException;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.StatusLine;

/** One use of the client for a call. */
final class ClassicAttempt extends Attempt {
  private final SyncExchange<HttpResponse> exchange;
  private final HttpRequest sent;
  private final Cancellation cancellation;

  /** What was read of the response that is given up on, or null. */
  KeptBody kept;

  /** What the attempt ends with whose time ran out before the first byte of its body. */
  private IOException timedOut;

  /**
   * An attempt.
   *
   * @param sent the application's request, or a copy of it
   * @param cancellation how the client can be stopped in the midst of it, or null
   */
  ClassicAttempt(
      Call call, SyncExchange<HttpResponse> exchange, HttpRequest sent, Cancellation cancellation) {
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

  /** Whether Redial's own timeout has ended it. */
  boolean isStopped() {
    return cancellation != null && cancellation.isStopped();
  }

  /** Whether that exception says so. */
  @SuppressWarnings("ReferenceEquality") // That very exception.
  boolean isTimedOutBy(Throwable thrown) {
    return thrown == timedOut || (cancellation != null && cancellation.isOwn(thrown));
  }

  /**
   * What ends the attempt before the first byte of a body that was awaited, or null.
   *
   * @param thrown by reading it, or null
   * @param expired whether the attempt's time ran out
   */
  IOException failureBeforeFirstByte(Throwable thrown, boolean expired) {
    if (expired) {
      timedOut = Apache4Failures.timedOut();
      return timedOut;
    }
    return thrown instanceof IOException
            && FirstByte.isAttempts(this, classify((IOException) thrown), isRedirected())
        ? (IOException) thrown
        : null;
  }

  boolean isRedirected() {
    return exchange.redirected(this);
  }

  Failure classify(IOException thrown) {
    return exchange.classify(this, thrown);
  }

  /** Whether the connection of that response is not to be used again (rule 8.3). */
  boolean dropsConnectionOf(HttpResponse response) {
    StatusLine line = response.getStatusLine();
    return line != null
        && call().dropsConnectionOf(line.getStatusCode(), new Apache4Headers(response));
  }
}
