package io.redial.client.apache5;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.protocol.BasicHttpContext;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.junit.jupiter.api.Test;

/** Rule 7.1: what the client's own retries are asked about. */
final class RetryLayerTest {

  @Test
  void theClientResendsNothingGivenUpWhicheverCallItIsAskedFor() throws Exception {
    assertThat(retries(new GivenUpException())).isEqualTo(false);
    assertThat(retries(new IOException("of the connection"))).isEqualTo(true);
  }

  /** As if the context, which calls share, told nothing of the attempt. */
  private static Object retries(IOException thrown) {
    HttpRequest request = new BasicHttpRequest("PUT", "/");
    return RetryLayer.retryRequest(null, new Always(), request, thrown, 1, new BasicHttpContext());
  }

  private static final class Always implements HttpRequestRetryStrategy {
    @Override
    public boolean retryRequest(
        HttpRequest request, IOException thrown, int count, HttpContext context) {
      return true;
    }

    @Override
    public boolean retryRequest(HttpResponse response, int count, HttpContext context) {
      return true;
    }

    @Override
    public TimeValue getRetryInterval(HttpResponse response, int count, HttpContext context) {
      return TimeValue.ZERO_MILLISECONDS;
    }
  }
}
