package io.redial.subjects.apache4.fuzz;

import io.redial.subjects.fuzz.Reading;
import io.redial.subjects.fuzz.StreamClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.http.HttpEntity;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.params.CoreConnectionPNames;
import org.apache.http.util.EntityUtils;

/**
 * {@code HttpClient.execute}; modes are {@code internal}, {@code minimal} and {@code old}, which is
 * {@code DefaultHttpClient}.
 */
public final class ClassicStreams implements StreamClient.Maker {
  @Override
  public StreamClient open(String mode, int connections) {
    return mode.equals("old")
        ? OldClient.open(connections)
        : InternalClient.open(mode, connections);
  }

  static final class ClassicCall implements StreamClient.Call {
    private static final int WAYS = 4;
    private static final int TIMEOUT_MILLIS = 25_000;

    private final HttpClient client;
    private final Reading reading;
    private final HttpGet request;
    private Thread caller;

    ClassicCall(HttpClient client, Reading reading) {
      this.client = client;
      this.reading = reading;
      request = new HttpGet(reading.url());
      request.getParams().setParameter(CoreConnectionPNames.SO_TIMEOUT, TIMEOUT_MILLIS);
    }

    @Override
    public void run() throws Exception {
      synchronized (this) {
        caller = Thread.currentThread();
      }
      try {
        if (reading.style(WAYS) == 0) {
          client.execute(request, this::read);
        } else {
          read(client.execute(request));
        }
      } finally {
        synchronized (this) {
          caller = null;
        }
      }
    }

    private Void read(HttpResponse response) throws IOException {
      reading.begin(response.getStatusLine().getStatusCode());
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
      request.abort();
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
