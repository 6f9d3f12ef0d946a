package io.redial.client.jdk;

import java.net.http.HttpResponse;

/** Whether the client followed a redirect on the way to a response (rule 2.11). */
final class Redirected {
  private Redirected() {}

  /** Whether one of the responses that led there was a redirect; a 401 or 407 is none. */
  static boolean is(HttpResponse<?> response) {
    HttpResponse<?> previous = response.previousResponse().orElse(null);
    return previous != null && (previous.statusCode() / 100 == 3 || is(previous));
  }
}
