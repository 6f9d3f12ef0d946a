package io.redial.subjects.apache5;

import java.io.IOException;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;

/** A retry strategy of an application's own: whatever goes wrong, twice more, at once. */
final class EagerStrategy implements HttpRequestRetryStrategy {
  @Override
  public boolean retryRequest(
      HttpRequest request, IOException thrown, int count, HttpContext context) {
    return count <= 2;
  }

  @Override
  public boolean retryRequest(HttpResponse response, int count, HttpContext context) {
    return count <= 2 && response.getCode() >= 400;
  }

  @Override
  public TimeValue getRetryInterval(HttpResponse response, int count, HttpContext context) {
    return TimeValue.ZERO_MILLISECONDS;
  }
}
