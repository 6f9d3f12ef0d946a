package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import java.io.IOException;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpRequest;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/** Reads the body of each request, as one does that signs it, and sends what it has read. */
final class SigningInterceptor implements HttpRequestInterceptor {
  static boolean isWanted(Order order) {
    return Boolean.parseBoolean(order.get("signed", "false"));
  }

  @Override
  public void process(HttpRequest request, HttpContext context) throws IOException {
    HttpEntityEnclosingRequest enclosing = (HttpEntityEnclosingRequest) request;
    byte[] bytes = EntityUtils.toByteArray(enclosing.getEntity());
    enclosing.setEntity(new ByteArrayEntity(bytes));
    request.setHeader("Content-Length", Integer.toString(bytes.length));
  }
}
