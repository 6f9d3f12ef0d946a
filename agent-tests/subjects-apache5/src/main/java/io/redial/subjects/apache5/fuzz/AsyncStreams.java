package io.redial.subjects.apache5.fuzz;

import io.redial.subjects.fuzz.Reading;
import io.redial.subjects.fuzz.StreamClient;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.io.CloseMode;

/**
 * {@code CloseableHttpAsyncClient.execute}; modes are {@code http1}, {@code http2} and, over
 * HTTP/1.1, {@code minimal}.
 */
public final class AsyncStreams implements StreamClient.Maker {
  @Override
  public StreamClient open(String mode, int connections) {
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

  private static final class Client implements StreamClient {
    private final CloseableHttpAsyncClient http;

    Client(CloseableHttpAsyncClient http) {
      this.http = http;
    }

    @Override
    public Call call(Reading reading) {
      return new AsyncCall(http, reading);
    }

    @Override
    public void close() throws IOException {
      http.close(CloseMode.GRACEFUL);
    }
  }

  private static final class AsyncCall implements StreamClient.Call {
    private static final int WAYS = 4;
    private static final int TIMEOUT_SECONDS = 25;

    private final CloseableHttpAsyncClient client;
    private final Reading reading;
    private volatile Future<?> future;

    AsyncCall(CloseableHttpAsyncClient client, Reading reading) {
      this.client = client;
      this.reading = reading;
    }

    @Override
    public void run() throws Exception {
      try {
        if (reading.style(WAYS) == 0) {
          SimpleHttpResponse response = execute(SimpleResponseConsumer.create());
          reading.begin(response.getCode());
          if (response.getBodyBytes() != null) {
            reading.take(response.getBodyBytes());
          }
        } else {
          execute(new Consumer(reading));
        }
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
      }
    }

    private <T> T execute(AsyncResponseConsumer<T> consumer) throws Exception {
      HttpClientContext context = HttpClientContext.create();
      context.setRequestConfig(
          RequestConfig.custom().setResponseTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).build());
      BasicRequestProducer request =
          new BasicRequestProducer(new BasicHttpRequest("GET", URI.create(reading.url())), null);
      Future<T> response = client.execute(request, consumer, null, context, null);
      future = response;
      return response.get();
    }

    @Override
    public boolean cancel() {
      return future != null && future.cancel(true);
    }
  }

  private static final class Consumer extends AbstractBinResponseConsumer<Void> {
    private final Reading reading;

    Consumer(Reading reading) {
      this.reading = reading;
    }

    @Override
    protected void start(HttpResponse response, ContentType type) {
      reading.begin(response.getCode());
    }

    @Override
    protected int capacityIncrement() {
      return reading.style(AsyncCall.WAYS) == 1
          ? Integer.MAX_VALUE
          : Math.max(100, reading.buffer());
    }

    @Override
    protected void data(ByteBuffer src, boolean endOfStream) {
      byte[] bytes = new byte[src.remaining()];
      src.get(bytes);
      reading.take(bytes);
    }

    @Override
    protected Void buildResult() {
      return null;
    }

    @Override
    public void releaseResources() {}
  }
}
