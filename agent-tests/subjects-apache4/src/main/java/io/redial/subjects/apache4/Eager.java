package io.redial.subjects.apache4;

import java.io.IOException;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpRequestRetryHandler;
import org.apache.http.client.ServiceUnavailableRetryStrategy;
import org.apache.http.protocol.HttpContext;

/** An application's own retries: whatever goes wrong, twice more, at once. */
final class Eager {
  private Eager() {}

  /** For failures. */
  static final class Handler implements HttpRequestRetryHandler {
    @Override
    public boolean retryRequest(IOException thrown, int count, HttpContext context) {
      return count <= 2;
    }
  }

  /** For responses. */
  static final class Strategy implements ServiceUnavailableRetryStrategy {
    @Override
    public boolean retryRequest(HttpResponse response, int count, HttpContext context) {
      return count <= 2 && response.getStatusLine().getStatusCode() >= 400;
    }

    @Override
    public long getRetryInterval() {
      return 1; // millisecond; 0 is refused by some versions
    }
  }
}
