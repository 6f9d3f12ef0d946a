package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.Call;
import org.apache.http.HttpRequest;
import org.apache.http.protocol.HttpContext;

/** One attempt of a classic call. */
final class ClassicAttempt extends Attempt {
  /** What the client uses. */
  final HttpContext context;

  /** The application's request, or a copy of it. */
  final HttpRequest sent;

  /** Stops the client during the attempt; null if it is not needed. */
  final Cancellation cancellation;

  ClassicAttempt(Call call, HttpContext context, HttpRequest sent, Cancellation cancellation) {
    super(call);
    this.context = context;
    this.sent = sent;
    this.cancellation = cancellation;
  }

  /** Returns whether Redial's own timeout has ended the attempt. */
  boolean isStopped() {
    return cancellation != null && cancellation.isStopped();
  }
}
