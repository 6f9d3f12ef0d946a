package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import java.net.URI;
import org.apache.http.HttpEntity;
import org.apache.http.client.methods.HttpEntityEnclosingRequestBase;
import org.apache.http.client.methods.HttpRequestBase;

/** A request of any method, with or without a body. */
final class RequestOf {
  private RequestOf() {}

  static HttpRequestBase order(Order order, HttpEntity body) {
    HttpRequestBase request;
    if (body == null) {
      request = new WithoutBody(order.method());
    } else {
      WithBody enclosing = new WithBody(order.method());
      enclosing.setEntity(body);
      request = enclosing;
    }
    request.setURI(URI.create(order.url()));
    for (String[] header : order.headers()) {
      request.addHeader(header[0], header[1]);
    }
    return request;
  }

  private static final class WithBody extends HttpEntityEnclosingRequestBase {
    private final String method;

    WithBody(String method) {
      this.method = method;
    }

    @Override
    public String getMethod() {
      return method;
    }
  }

  private static final class WithoutBody extends HttpRequestBase {
    private final String method;

    WithoutBody(String method) {
      this.method = method;
    }

    @Override
    public String getMethod() {
      return method;
    }
  }
}
