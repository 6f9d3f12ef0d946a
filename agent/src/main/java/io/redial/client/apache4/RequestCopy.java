package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.kernel.FaultBoundary;
import io.redial.policy.Resume;
import io.redial.policy.RetryPolicy;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.RequestLine;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.message.BasicHttpRequest;
import org.apache.http.message.BasicRequestLine;

/**
 * A copy of the application's request with another target or body, additional header fields, or
 * another way to stop it. The application's own object does not change; aborting, configuration and
 * parameters are still taken from it.
 *
 * <p>It is a proxy, because the client tests which interfaces a request implements, and these
 * differ between requests and between 4.2 and 4.3. An interceptor that asks for the original
 * request gets the application's. A copy with another target or additional header fields does not
 * offer the original, because the client takes the target and the header of a redirected request
 * from there.
 */
final class RequestCopy implements InvocationHandler {
  private static final Class<?> CONFIGURABLE =
      optional("org.apache.http.client.methods.Configurable");
  private static final Class<?> EXECUTION_AWARE =
      optional("org.apache.http.client.methods.HttpExecutionAware");

  private final HttpRequest original;
  private URI uri;
  private RequestLine line;
  private HttpRequest headers;
  private HttpEntity entity;
  private boolean refused;

  /** Gets the handle by which the client lets the attempt be stopped; or null. */
  Consumer<Object> stopper;

  RequestCopy(HttpRequest original) {
    this.original = original;
  }

  /**
   * Returns the copy that one attempt sends; null if that sends the application's own request.
   *
   * @param number of the attempt, for the header fields that options ask for
   * @param entity the body to send in place of the application's, or null
   * @param stopper gets the handle by which the client lets the attempt be stopped; null if it need
   *     not be stopped
   */
  static RequestCopy forAttempt(
      RequestView view, Call call, int number, HttpEntity entity, Consumer<Object> stopper) {
    RetryPolicy policy = call.policy();
    RequestCopy copy = resumable(view, call);
    if (copy == null) {
      if (entity == null && stopper == null && !policy.addsHeaders()) {
        return null;
      }
      copy = new RequestCopy(view.request);
    }
    copy.entity = entity;
    copy.stopper = stopper;
    if (policy.addsHeaders()) {
      policy.addHeaders(number, copy.headers()::setHeader);
    }
    return copy;
  }

  /**
   * Returns a copy of the application's own request whose target is changed so that the body of its
   * response can be resumed (rule 10.4).
   *
   * @return null if it need not be changed, or the request does not say where it goes
   */
  private static RequestCopy resumable(RequestView view, Call call) {
    Set<Resume> kinds = call.policy().resume();
    if (kinds.isEmpty() || !call.mayBeRetried() || call.resumesBody() || view.hasBody()) {
      return null;
    }
    try {
      RequestLine line = view.request.getRequestLine();
      String target = line.getUri();
      if (StreamPlans.firstTarget(kinds, view, target).equals(target)) {
        return null;
      }
      RequestCopy copy = new RequestCopy(view.request);
      copy.target(
          RequestView.uri(view.request),
          line,
          before -> StreamPlans.firstTarget(kinds, view, before));
      return copy;
    } catch (RuntimeException ofTheRequest) {
      return null; // It has no request line, for example; the client reports that.
    }
  }

  /**
   * Returns a copy that counts as aborted, so that nothing is sent. A closed client then fails as
   * it should, even one whose shared connection pool is still open (rule 5.4).
   */
  static HttpRequest refused(HttpRequest original) {
    RequestCopy copy = new RequestCopy(original);
    copy.refused = true;
    return copy.toRequest();
  }

  /**
   * Returns a copy that does not change when the application uses its request for something else.
   */
  static RequestCopy frozen(HttpRequest original) {
    RequestCopy copy = new RequestCopy(original);
    copy.uri = RequestView.uri(original);
    copy.line = original.getRequestLine();
    copy.headers();
    return copy;
  }

  /** Returns this request, changed to ask for the rest of a body (rule 10). */
  HttpRequest changedBy(StreamPlan plan) {
    RequestCopy copy = new RequestCopy(original);
    copy.target(uri, line, plan::target);
    copy.headers().setHeaders(headers.getAllHeaders());
    plan.ask(copy.headers::setHeader);
    return copy.toRequest();
  }

  /** Returns a class of newer clients, or null. */
  static Class<?> optional(String newer) {
    try {
      return Class.forName(newer, false, RequestCopy.class.getClassLoader());
    } catch (ClassNotFoundException ofAnOlderClient) {
      return null;
    }
  }

  /**
   * Changes the target. Clients take it from the URI of a request that has one, and from the
   * request line of any other.
   *
   * @param given null if the request has no URI
   */
  private void target(URI given, RequestLine before, UnaryOperator<String> change) {
    String target = change.apply(before.getUri());
    uri = given == null ? null : changed(given, change);
    line = new BasicRequestLine(before.getMethod(), target, before.getProtocolVersion());
  }

  private static URI changed(URI given, UnaryOperator<String> change) {
    String before = given.toString();
    String after = change.apply(before);
    return after.equals(before) ? given : URI.create(after);
  }

  private HttpRequest headers() {
    if (headers == null) {
      headers = new BasicHttpRequest(RequestView.method(original), "/");
      headers.setHeaders(original.getAllHeaders());
    }
    return headers;
  }

  @SuppressWarnings("deprecation") // AbortableHttpRequest is what the old clients look for.
  HttpRequest toRequest() {
    Set<Class<?>> types = new LinkedHashSet<>();
    types.add(HttpRequest.class);
    addIf(headers == null && line == null, Supplier.class, types);
    addIf(original instanceof HttpUriRequest, HttpUriRequest.class, types);
    addIf(original instanceof HttpEntityEnclosingRequest, HttpEntityEnclosingRequest.class, types);
    addIf(CONFIGURABLE != null && CONFIGURABLE.isInstance(original), CONFIGURABLE, types);
    boolean stopped = stopper != null;
    addIf(
        stopped || original instanceof org.apache.http.client.methods.AbortableHttpRequest,
        org.apache.http.client.methods.AbortableHttpRequest.class,
        types);
    addIf(
        EXECUTION_AWARE != null && (stopped || refused || EXECUTION_AWARE.isInstance(original)),
        EXECUTION_AWARE,
        types);
    return (HttpRequest)
        Proxy.newProxyInstance(
            RequestCopy.class.getClassLoader(), types.toArray(new Class<?>[0]), this);
  }

  private static void addIf(boolean condition, Class<?> type, Set<Class<?>> types) {
    if (condition) {
      types.add(type);
    }
  }

  /**
   * Forwards to the original or what replaces it. This is all in one method, so that no other
   * method of Redial's can fail between the client and the original.
   */
  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    HttpRequest to = original;
    switch (method.getName()) {
      case "get": // Of Supplier.
        return original;
      case "isAborted":
        if (refused) {
          return true;
        }
        break;
      case "getURI":
        if (uri != null) {
          return uri;
        }
        break;
      case "getRequestLine":
        if (line != null) {
          return line;
        }
        break;
      case "getEntity":
        if (entity != null) {
          return entity;
        }
        break;
      case "setEntity":
        entity = (HttpEntity) arguments[0];
        return null;
      case "setCancellable":
      case "setReleaseTrigger":
        if (stopper != null) {
          // After a fault, the attempt cannot be stopped. If an Error got out, the client would
          // close its pool.
          FaultBoundary.attempt(() -> stopper.accept(arguments[0]));
        }
        break;
      default:
        to = headers != null && method.getName().contains("eader") ? headers : original;
        break;
    }
    if (!method.getDeclaringClass().isInstance(to)) {
      // The original lacks this interface: it was not aborted and need not be notified.
      return method.getReturnType() == boolean.class ? false : null;
    }
    try {
      return method.invoke(to, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
