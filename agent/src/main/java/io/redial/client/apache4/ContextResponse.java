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

  private ContextResponse() {}

  /** Returns what the context shows when the call begins; null if it shows none, as mostly. */
  static Reference<Object> in(HttpContext context) {
    Object earlier = context.getAttribute(ATTRIBUTE);
    return earlier == null ? null : new WeakReference<>(earlier);
  }

  /** Restores what the context showed when the call began. */
  static void restore(HttpContext context, Reference<Object> before) {
    Object earlier = before == null ? null : before.get();
    if (earlier == null) {
      context.removeAttribute(ATTRIBUTE);
    } else {
      context.setAttribute(ATTRIBUTE, earlier);
    }
  }
}
