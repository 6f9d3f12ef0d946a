package io.redial.subjects.apache5.fuzz;

import io.redial.subjects.fuzz.Reading;
import io.redial.subjects.fuzz.StreamClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** {@code CloseableHttpClient.execute}; modes are {@code http1} and {@code minimal}. */
public final class ClassicStreams implements StreamClient.Maker {
  @Override
  public StreamClient open(String mode, int connections) {
    PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
    pool.setDefaultMaxPerRoute(connections);
    pool.setMaxTotal(connections * 20);
    return new Client(
        mode.equals("minimal")
            ? HttpClients.createMinimal(pool)
            : HttpClients.custom().setConnectionManager(pool).build());
  }

  private static final class Client implements StreamClient {
    private final CloseableHttpClient http;

    Client(CloseableHttpClient http) {
      this.http = http;
    }

    @Override
    public Call call(Reading reading) {
      return new ClassicCall(http, reading);
    }

    @Override
    public void close() throws IOException {
      http.close();
    }
  }

  private static final class ClassicCall implements StreamClient.Call {
    private static final int WAYS = 4;
    private static final int TIMEOUT_SECONDS = 25;

    private final CloseableHttpClient client;
    private final Reading reading;
    private final HttpGet request;
    private Thread caller;

    ClassicCall(CloseableHttpClient client, Reading reading) {
      this.client = client;
      this.reading = reading;
      request = new HttpGet(reading.url());
      request.setConfig(
          RequestConfig.custom().setResponseTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).build());
    }

    @SuppressWarnings("deprecation") // A response that the program closes itself.
    @Override
    public void run() throws Exception {
      synchronized (this) {
        caller = Thread.currentThread();
      }
      try {
        if (reading.style(WAYS) == 0) {
          try (ClassicHttpResponse response = client.execute(request)) {
            read(response);
          }
        } else {
          client.execute(request, this::read);
        }
      } finally {
        synchronized (this) {
          caller = null;
        }
      }
    }

    private Void read(ClassicHttpResponse response) throws IOException {
      reading.begin(response.getCode());
      HttpEntity entity = response.getEntity();
      if (entity == null) {
        return null;
      }
      switch (reading.style(WAYS)) {
        case 1:
          reading.take(EntityUtils.toByteArray(entity));
          break;
        case 2:
          entity.writeTo(new Sink(reading));
          break;
        default:
          try (InputStream in = entity.getContent()) {
            reading.read(in);
          }
      }
      return null;
    }

    @Override
    public boolean cancel() {
      synchronized (this) {
        if (reading.isInterrupting() && caller != null) {
          caller.interrupt();
          return false;
        }
      }
      request.cancel();
      return true;
    }
  }

  private static final class Sink extends OutputStream {
    private final Reading reading;

    Sink(Reading reading) {
      this.reading = reading;
    }

    @Override
    public void write(int b) {
      reading.take(new byte[] {(byte) b});
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      reading.take(bytes, from, count);
    }
  }
}
