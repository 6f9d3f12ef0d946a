package io.redial.client.apache4;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.apache.http.protocol.HttpContext;

/**
 * The response that the application's context shows. A given-up response leaves it again before the
 * next attempt, which may fail without one. What was there before is held for nobody but others.
 */
final class ShownResponse {
  private static final String ATTRIBUTE = "http.response";

  private final HttpContext context;
  private final Reference<Object> before;

  /** As it is when the call begins. */
  ShownResponse(HttpContext context) {
    this.context = context;
    this.before = new WeakReference<>(context.getAttribute(ATTRIBUTE));
  }

  /** Shows again what was shown when the call began. */
  void restore() {
    Object earlier = before.get();
    if (earlier == null) {
      context.removeAttribute(ATTRIBUTE);
    } else {
      context.setAttribute(ATTRIBUTE, earlier);
    }
  }
}
