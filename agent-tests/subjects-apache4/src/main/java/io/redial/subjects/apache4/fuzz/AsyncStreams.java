package io.redial.subjects.apache4.fuzz;

import io.redial.subjects.fuzz.Reading;
import io.redial.subjects.fuzz.StreamClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.nio.protocol.AbstractAsyncResponseConsumer;
import org.apache.http.nio.protocol.BasicAsyncResponseConsumer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/** {@code HttpAsyncClient.execute}. */
public final class AsyncStreams implements StreamClient.Maker {
  @Override
  public StreamClient open(String mode, int connections) {
    CloseableHttpAsyncClient http =
        HttpAsyncClients.custom()
            .setMaxConnPerRoute(connections)
            .setMaxConnTotal(connections * 20)
            .build();
    http.start();
    return new Client(http);
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
      http.close();
    }
  }

  private static final class AsyncCall implements StreamClient.Call {
    private static final int WAYS = 3;
    private static final int TIMEOUT_MILLIS = 25_000;

    private final CloseableHttpAsyncClient client;
    private final Reading reading;
    private final HttpGet request;
    private volatile Future<?> future;

    AsyncCall(CloseableHttpAsyncClient client, Reading reading) {
      this.client = client;
      this.reading = reading;
      request = new HttpGet(reading.url());
      request.setConfig(RequestConfig.custom().setSocketTimeout(TIMEOUT_MILLIS).build());
    }

    @Override
    public void run() throws Exception {
      try {
        if (reading.style(WAYS) == 0) {
          HttpResponse response = execute(new BasicAsyncResponseConsumer());
          reading.begin(response.getStatusLine().getStatusCode());
          if (response.getEntity() != null) {
            reading.take(EntityUtils.toByteArray(response.getEntity()));
          }
        } else {
          execute(new Consumer(reading));
        }
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
      }
    }

    private <T> T execute(HttpAsyncResponseConsumer<T> consumer) throws Exception {
      Future<T> response =
          client.execute(
              HttpAsyncMethods.create(URIUtils.extractHost(request.getURI()), request),
              consumer,
              null,
              null);
      future = response;
      T result = response.get();
      if (response.isCancelled()) { // HttpCore before 4.4 returns null from get().
        throw new CancellationException();
      }
      return result;
    }

    @Override
    public boolean cancel() {
      if (reading.isInterrupting()) {
        request.abort();
        return false;
      }
      return future != null && future.cancel(true);
    }
  }

  /**
   * Reads a piece each time that it is called, and leaves the rest: the client calls it again.
   * After a chunked body it may not do so, and the call ends with its timeout, with and without
   * Redial.
   */
  private static final class Consumer extends AbstractAsyncResponseConsumer<Void> {
    private final Reading reading;
    private final ByteBuffer buffer;

    Consumer(Reading reading) {
      this.reading = reading;
      buffer = ByteBuffer.allocate(Math.max(10, reading.buffer()));
    }

    @Override
    protected void onResponseReceived(HttpResponse response) {
      reading.begin(response.getStatusLine().getStatusCode());
    }

    @Override
    protected void onEntityEnclosed(HttpEntity entity, ContentType type) {}

    @Override
    protected void onContentReceived(ContentDecoder decoder, IOControl control) throws IOException {
      int count;
      do {
        count = decoder.read(buffer);
        reading.take(Arrays.copyOf(buffer.array(), buffer.position()));
        buffer.clear();
      } while (count > 0);
    }

    @Override
    protected Void buildResult(HttpContext context) {
      return null;
    }

    @Override
    protected void releaseResources() {}
  }
}
