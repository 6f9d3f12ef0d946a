package io.redial.client.apache4;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.protocol.HttpContext;

/**
 * Calls the woven method itself, and not the public {@code execute} that leads to it: a subclass
 * may override {@code execute} to wrap the request, and would then wrap it again in each attempt.
 */
final class Execution {
  /** The method: takes the client and the method's arguments, and returns the response. */
  static final MethodHandle METHOD = find();

  private Execution() {}

  private static MethodHandle find() {
    Class<?>[] arguments = {HttpHost.class, HttpRequest.class, HttpContext.class};
    try {
      Method method;
      try {
        method = CloseableHttpClient.class.getDeclaredMethod("doExecute", arguments);
        method.setAccessible(true);
      } catch (NoClassDefFoundError olderThan43) {
        method = HttpClient.class.getMethod("execute", arguments); // final in AbstractHttpClient
      }
      return MethodHandles.lookup()
          .unreflect(method)
          .asType(MethodType.methodType(HttpResponse.class, HttpClient.class, arguments));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("HttpClient lacks the expected methods", e);
    }
  }
}
