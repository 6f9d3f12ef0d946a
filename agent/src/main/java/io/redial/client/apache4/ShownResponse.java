package io.redial.client.apache4;

import org.apache.http.protocol.HttpContext;

/**
 * The response that the application's context shows. A given-up response leaves it again before the
 * next attempt, which may fail without one.
 */
final class ShownResponse {
  private static final String ATTRIBUTE = "http.response";

  private final HttpContext context;
  private final Object before;

  /** As it is when the call begins. */
  ShownResponse(HttpContext context) {
    this.context = context;
    this.before = context.getAttribute(ATTRIBUTE);
  }

  /** Shows again what was shown when the call began. */
  void restore() {
    if (before == null) {
      context.removeAttribute(ATTRIBUTE);
    } else {
      context.setAttribute(ATTRIBUTE, before);
    }
  }
}
