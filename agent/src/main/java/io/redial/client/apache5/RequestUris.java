package io.redial.client.apache5;

import java.util.Objects;
import org.apache.hc.core5.http.HttpRequest;

/** The URI that a copy of the application's request shows, and that goes into its request line. */
final class RequestUris {
  private RequestUris() {}

  /**
   * Returns the URI in the form in which the application's request shows it, but with the path of
   * the copy. The request may be set to show the absolute URI.
   *
   * @param own what the copy would show
   */
  static String of(HttpRequest original, HttpRequest copy, String own) {
    String shown = original.getRequestUri();
    String before = original.getPath();
    String now = copy.getPath();
    if (Objects.equals(shown, before) || shown == null) {
      return own;
    }
    if (Objects.equals(before, now)) {
      return shown;
    }
    return before != null && shown.endsWith(before)
        ? shown.substring(0, shown.length() - before.length()) + now
        : own;
  }
}
