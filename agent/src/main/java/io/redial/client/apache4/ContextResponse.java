package io.redial.client.apache4;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.apache.http.protocol.HttpContext;

/**
 * The response in the application's context. A given-up response is removed before the next
 * attempt, which may fail without a response. The one from before the call is restored.
 */
final class ContextResponse {
  private static final String ATTRIBUTE = "http.response";

  private final HttpContext context;
  private final Reference<Object> before;

  /** Remembers what the context shows when the call begins. */
  ContextResponse(HttpContext context) {
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
