package io.redial.subjects.apache5;

import io.redial.subjects.Order;
import java.io.IOException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpRequestInterceptor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Reads the body of each request, as one does that signs it, and sends what it has read. */
final class SigningInterceptor implements HttpRequestInterceptor {
  static boolean isWanted(Order order) {
    return Boolean.parseBoolean(order.get("signed", "false"));
  }

  @Override
  public void process(HttpRequest request, EntityDetails details, HttpContext context)
      throws IOException {
    HttpEntity entity = ((ClassicHttpRequest) request).getEntity();
    byte[] bytes = EntityUtils.toByteArray(entity);
    ((ClassicHttpRequest) request)
        .setEntity(new ByteArrayEntity(bytes, ContentType.APPLICATION_OCTET_STREAM));
    request.setHeader("Content-Length", bytes.length);
  }
}
