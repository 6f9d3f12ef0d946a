package io.redial.client.jdk;

import java.net.http.HttpResponse;

/** Whether the client followed a redirect on the way to a response (rule 2.11). */
final class Redirected {
  private Redirected() {}

  /** Whether an earlier response of the exchange was a redirect; a 401 or 407 is not one. */
  static boolean is(HttpResponse<?> response) {
    HttpResponse<?> previous = response.previousResponse().orElse(null);
    return previous != null && (previous.statusCode() / 100 == 3 || is(previous));
  }
}
