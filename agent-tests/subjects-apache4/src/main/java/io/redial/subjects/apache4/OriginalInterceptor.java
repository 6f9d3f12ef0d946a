package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import org.apache.http.HttpRequest;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.client.methods.HttpRequestWrapper;
import org.apache.http.impl.client.RequestWrapper;
import org.apache.http.protocol.HttpContext;

/** Sends along what the request that it is shown says that it wraps, and who loads classes. */
final class OriginalInterceptor implements HttpRequestInterceptor {
  static boolean isWanted(Order order) {
    return Boolean.parseBoolean(order.get("tell-original", "false"));
  }

  @Override
  public void process(HttpRequest request, HttpContext context) {
    request.setHeader("X-Original", original(request).getClass().getName());
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    request.setHeader("X-Loader", loader.getClass().getSimpleName());
  }

  private static HttpRequest original(HttpRequest request) {
    return request instanceof RequestWrapper
        ? ((RequestWrapper) request).getOriginal()
        : ((HttpRequestWrapper) request).getOriginal();
  }
}
