package io.redial.subjects.apache5.load;

import io.redial.subjects.load.LoadCall;
import io.redial.subjects.load.LoadClient;
import io.redial.subjects.load.LoadRequest;
import io.redial.subjects.load.LoadResponse;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.io.CloseMode;

/**
 * {@code CloseableHttpAsyncClient.execute}; modes are {@code http1}, {@code http2} and, over
 * HTTP/1.1, {@code minimal}.
 */
public final class AsyncLoad implements LoadClient.Maker {
  @Override
  public LoadClient open(String mode, int connections) {
    CloseableHttpAsyncClient http = create(mode, connections);
    http.start();
    return new Client(http);
  }

  private static CloseableHttpAsyncClient create(String mode, int connections) {
    if (mode.equals("http2")) {
      return HttpAsyncClients.customHttp2().build();
    }
    PoolingAsyncClientConnectionManager pool =
        PoolingAsyncClientConnectionManagerBuilder.create()
            .setMaxConnPerRoute(connections)
            .setMaxConnTotal(connections * 20)
            .build();
    return mode.equals("minimal")
        ? HttpAsyncClients.createMinimal(pool)
        : HttpAsyncClients.custom().setConnectionManager(pool).build();
  }

  private static final class Client implements LoadClient {
    private final CloseableHttpAsyncClient http;

    Client(CloseableHttpAsyncClient http) {
      this.http = http;
    }

    @Override
    public LoadCall call(LoadRequest request) {
      return new Call(http, request);
    }

    @Override
    public void close() throws IOException {
      http.close(CloseMode.GRACEFUL);
    }
  }

  private static final class Call implements LoadCall {
    private final CloseableHttpAsyncClient client;
    private final LoadRequest request;
    private volatile Future<?> future;

    Call(CloseableHttpAsyncClient client, LoadRequest request) {
      this.client = client;
      this.request = request;
    }

    @Override
    public LoadResponse run() throws Exception {
      BasicHttpRequest http = new BasicHttpRequest(request.method(), URI.create(request.url()));
      AsyncEntityProducer body = request.up() < 0 ? null : new Upload(request);
      Future<LoadResponse> response =
          client.execute(
              new BasicRequestProducer(http, body),
              new Download(request),
              null,
              Timeouts.context(request),
              null);
      future = response;
      return response.get();
    }

    @Override
    public void cancel() {
      if (future != null) {
        future.cancel(true);
      }
    }
  }
}
