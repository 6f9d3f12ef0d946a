package io.redial.client.apache4;

import io.redial.call.PulledStream;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.http.HttpResponse;

/**
 * A response whose {@code close} also ends a body that was resumed over another connection. The
 * client's own {@code close} does not reach the entity.
 */
final class PulledResponse implements InvocationHandler {
  private static final Class<?> CLOSEABLE =
      RequestCopy.optional("org.apache.http.client.methods.CloseableHttpResponse");

  private final HttpResponse response;
  private final PulledStream content;
  private final FaultLog log;

  private PulledResponse(HttpResponse response, PulledStream content, FaultLog log) {
    this.response = response;
    this.content = content;
    this.log = log;
  }

  /**
   * Returns the response to hand out: the response itself if it cannot be closed, as in old
   * clients.
   */
  static HttpResponse of(HttpResponse response, PulledStream content, FaultLog log) {
    return CLOSEABLE != null && CLOSEABLE.isInstance(response)
        ? (HttpResponse)
            Proxy.newProxyInstance(
                PulledResponse.class.getClassLoader(),
                new Class<?>[] {CLOSEABLE},
                new PulledResponse(response, content, log))
        : response;
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    if (name.equals("equals") && arguments.length == 1) {
      return proxy == arguments[0];
    }
    try {
      return method.invoke(response, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      if (name.equals("close")) {
        FaultBoundary.run(log, "body", () -> content.ends(true));
      }
    }
  }
}
