package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.kernel.FaultBoundary;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/**
 * The response that the application's context shows. A given-up response is removed before the next
 * attempt, which may fail without a response. The response from before the call is restored.
 */
final class ContextResponse {
  private static final String ATTRIBUTE = "http.response";

  /**
   * The setter of newer versions, which no longer keep the response among the attributes; or null.
   */
  private static final MethodHandle SET = find();

  private ContextResponse() {}

  private static MethodHandle find() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              HttpCoreContext.class,
              "setResponse",
              MethodType.methodType(void.class, HttpResponse.class));
    } catch (ReflectiveOperationException olderThan53) {
      return null;
    }
  }

  /** Returns what the context shows when the call begins; null if it shows none, as mostly. */
  static Reference<HttpResponse> in(HttpContext context) {
    HttpResponse earlier = of(context);
    return earlier == null ? null : new WeakReference<>(earlier);
  }

  /** Returns what the context shows, or null. */
  static HttpResponse of(HttpContext context) {
    if (context instanceof HttpCoreContext) {
      return ((HttpCoreContext) context).getResponse();
    }
    Object shown = context.getAttribute(ATTRIBUTE);
    return shown instanceof HttpResponse ? (HttpResponse) shown : null;
  }

  /** Restores what the context showed when the call began. */
  static void restore(HttpContext context, Reference<HttpResponse> before, Attempt attempt) {
    FaultBoundary.run( // The application's own context may throw.
        attempt.call(),
        "HttpClient 5 context",
        () -> show(context, before == null ? null : before.get()));
  }

  private static void show(HttpContext context, HttpResponse response) throws Throwable {
    if (SET != null && context instanceof HttpCoreContext) {
      SET.invokeExact((HttpCoreContext) context, response);
    } else if (response == null) {
      context.removeAttribute(ATTRIBUTE);
    } else {
      context.setAttribute(ATTRIBUTE, response);
    }
  }
}
