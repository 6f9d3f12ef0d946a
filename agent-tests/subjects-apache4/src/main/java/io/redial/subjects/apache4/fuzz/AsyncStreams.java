package io.redial.subjects.apache4.fuzz;

import io.redial.subjects.fuzz.Reading;
import io.redial.subjects.fuzz.StreamClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.http.HttpResponse;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.AsyncByteConsumer;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
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
      return response.get();
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

  private static final class Consumer extends AsyncByteConsumer<Void> {
    private final Reading reading;

    Consumer(Reading reading) {
      super(Math.max(10, reading.buffer()));
      this.reading = reading;
    }

    @Override
    protected void onResponseReceived(HttpResponse response) {
      reading.begin(response.getStatusLine().getStatusCode());
    }

    @Override
    protected void onByteReceived(ByteBuffer buffer, IOControl control) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      reading.take(bytes);
    }

    @Override
    protected Void buildResult(HttpContext context) {
      return null;
    }
  }
}
