package io.redial.client.apache5;

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
final class ShownResponse {
  private static final String ATTRIBUTE = "http.response";

  /**
   * The setter of newer versions, which no longer keep the response among the attributes; or null.
   */
  private static final MethodHandle SET = find();

  private final HttpContext context;
  private final Reference<HttpResponse> before;

  /** Remembers what the context shows when the call begins. */
  ShownResponse(HttpContext context) {
    this.context = context;
    this.before = new WeakReference<>(of(context));
  }

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

  private static HttpResponse of(HttpContext context) {
    if (context instanceof HttpCoreContext) {
      return ((HttpCoreContext) context).getResponse();
    }
    Object shown = context.getAttribute(ATTRIBUTE);
    return shown instanceof HttpResponse ? (HttpResponse) shown : null;
  }

  /** Restores what the context showed when the call began. */
  void restore() throws Throwable {
    HttpResponse earlier = before.get();
    if (SET != null && context instanceof HttpCoreContext) {
      SET.invokeExact((HttpCoreContext) context, earlier);
    } else if (earlier == null) {
      context.removeAttribute(ATTRIBUTE);
    } else {
      context.setAttribute(ATTRIBUTE, earlier);
    }
  }
}
