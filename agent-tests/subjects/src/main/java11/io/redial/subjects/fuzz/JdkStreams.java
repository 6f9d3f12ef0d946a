package io.redial.subjects.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Publisher;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/** {@code HttpClient.send} and {@code sendAsync}; modes are {@code send http1} and the like. */
public final class JdkStreams implements StreamClient.Maker {
  @Override
  public StreamClient open(String mode, int connections) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(
                mode.endsWith("http2") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    return new Client(http, mode.startsWith("sendAsync"));
  }

  private static final class Client implements StreamClient {
    private volatile HttpClient http;
    private final boolean async;

    Client(HttpClient http, boolean async) {
      this.http = http;
      this.async = async;
    }

    @Override
    public Call call(Reading reading) {
      return new JdkCall(http, async, reading);
    }

    /** By its method of 21, where there is one; before, a client ends when nobody holds it. */
    @Override
    public void close() throws IOException {
      try {
        if (http instanceof AutoCloseable) {
          HttpClient.class.getMethod("shutdownNow").invoke(http);
        }
      } catch (ReflectiveOperationException e) {
        throw new IOException(e);
      } finally {
        http = null;
      }
    }
  }

  private static final class JdkCall implements StreamClient.Call {
    private static final int WAYS = 6;

    private final HttpClient http;
    private final boolean async;
    private final Reading reading;
    private final HttpRequest request;
    private volatile CompletableFuture<?> future;
    private volatile Thread caller;
    private AutoCloseable body;
    private boolean cancelled;

    JdkCall(HttpClient http, boolean async, Reading reading) {
      this.http = http;
      this.async = async;
      this.reading = reading;
      request = HttpRequest.newBuilder(URI.create(reading.url())).build();
    }

    @Override
    public void run() throws Exception {
      switch (reading.style(WAYS)) {
        case 0:
          reading.take(send(BodyHandlers.ofByteArray()));
          break;
        case 1:
          reading.take(
              send(BodyHandlers.ofString(StandardCharsets.ISO_8859_1))
                  .getBytes(StandardCharsets.ISO_8859_1));
          break;
        case 2:
          try (InputStream in = send(BodyHandlers.ofInputStream())) {
            hold(in);
            reading.read(in);
          }
          break;
        case 3:
          file();
          break;
        case 4:
          Drain own = new Drain(reading);
          send(BodyHandlers.fromSubscriber(own));
          own.await();
          break;
        default:
          Drain late = new Drain(reading);
          Publisher<List<ByteBuffer>> publisher = send(BodyHandlers.ofPublisher());
          hold(late::cancel);
          publisher.subscribe(late);
          late.await();
      }
    }

    private void file() throws Exception {
      Path file = Files.createTempFile("fuzz", null);
      try {
        send(BodyHandlers.ofFile(file));
      } finally {
        reading.take(Files.readAllBytes(file));
        Files.deleteIfExists(file);
      }
    }

    private <T> T send(BodyHandler<T> handler) throws Exception {
      HttpResponse<T> response;
      if (async) {
        CompletableFuture<HttpResponse<T>> sent = http.sendAsync(request, handler);
        future = sent;
        try {
          response = sent.get();
        } catch (ExecutionException e) {
          throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
        }
      } else {
        synchronized (this) {
          caller = Thread.currentThread();
        }
        try {
          response = http.send(request, handler);
        } finally {
          synchronized (this) {
            caller = null;
          }
        }
      }
      reading.begin(response.statusCode());
      return response.body();
    }

    /** Whoever cancelled just before has interrupted a thread that no longer cares. */
    private void hold(AutoCloseable given) throws Exception {
      boolean late;
      synchronized (this) {
        body = given;
        late = cancelled;
      }
      if (late) {
        given.close();
      }
    }

    @Override
    public boolean cancel() {
      AutoCloseable held;
      synchronized (this) {
        cancelled = true;
        held = body;
      }
      try {
        if (held != null) {
          held.close();
          return false;
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      if (future != null) {
        return future.cancel(true);
      }
      synchronized (this) {
        if (caller != null) {
          caller.interrupt();
        }
        return caller != null;
      }
    }

    @Override
    public int dependents() {
      return future == null ? 0 : future.getNumberOfDependents();
    }
  }

  /** Demands a few pieces at a time. */
  private static final class Drain implements Subscriber<List<ByteBuffer>> {
    private final Reading reading;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Throwable failure;
    private Subscription subscription;
    private boolean cancelled;
    private int demanded;

    Drain(Reading reading) {
      this.reading = reading;
    }

    @Override
    public void onSubscribe(Subscription given) {
      boolean late;
      synchronized (this) {
        subscription = given;
        late = cancelled;
      }
      if (late) {
        given.cancel();
      } else {
        demand(given);
      }
    }

    private void demand(Subscription given) {
      demanded = Math.min(reading.buffer(), 16);
      given.request(reading.buffer() > 4096 ? Long.MAX_VALUE : demanded);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
      for (ByteBuffer piece : pieces) {
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        reading.take(bytes);
      }
      if (--demanded == 0) {
        demand(subscription);
      }
    }

    @Override
    public void onError(Throwable thrown) {
      failure = thrown;
      over.countDown();
    }

    @Override
    public void onComplete() {
      over.countDown();
    }

    /** Its end is not told to one who cancelled it. */
    void cancel() {
      Subscription given;
      synchronized (this) {
        cancelled = true;
        given = subscription;
      }
      if (given != null) {
        given.cancel();
      }
      over.countDown();
    }

    void await() throws Exception {
      over.await();
      synchronized (this) {
        if (cancelled) {
          throw new CancellationException("the reader has cancelled its subscription");
        }
      }
      if (failure instanceof Exception) {
        throw (Exception) failure;
      }
      if (failure != null) {
        throw new ExecutionException(failure);
      }
    }
  }
}
