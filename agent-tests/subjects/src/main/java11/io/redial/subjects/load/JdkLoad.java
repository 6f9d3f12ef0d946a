package io.redial.subjects.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** {@code HttpClient.send} and {@code sendAsync}; modes are {@code send http1} and the like. */
public final class JdkLoad implements LoadClient.Maker {
  @Override
  public LoadClient open(String mode, int connections) {
    HttpClient.Version version =
        mode.endsWith("http2") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
    return new Client(
        HttpClient.newBuilder().version(version).build(), mode.startsWith("sendAsync"));
  }

  private static final class Client implements LoadClient {
    private final HttpClient http;
    private final boolean async;

    Client(HttpClient http, boolean async) {
      this.http = http;
      this.async = async;
    }

    @Override
    public LoadCall call(LoadRequest request) {
      return async ? new AsyncCall(http, request) : new BlockingCall(http, request);
    }

    @Override
    public boolean hasDependents() {
      return async;
    }

    @Override
    public boolean isCloseable() {
      return http instanceof AutoCloseable;
    }

    /** By its method of 21, where there is one; before, a client ends when nobody holds it. */
    @Override
    public void close() throws IOException {
      if (isCloseable()) {
        try {
          HttpClient.class.getMethod("shutdownNow").invoke(http);
        } catch (ReflectiveOperationException e) {
          throw new IOException(e);
        }
      }
    }
  }

  private static HttpRequest request(LoadRequest request) {
    HttpRequest.Builder http =
        HttpRequest.newBuilder(URI.create(request.url())).method(request.method(), body(request));
    if (request.timeout() > 0) {
      http.timeout(Duration.ofMillis(request.timeout()));
    }
    return http.build();
  }

  private static BodyPublisher body(LoadRequest request) {
    if (request.up() < 0) {
      return BodyPublishers.noBody();
    }
    return request.streamsUp()
        ? BodyPublishers.ofInputStream(request::stream)
        : BodyPublishers.ofByteArray(request.bytes());
  }

  private static BodyHandler<?> handler(LoadRequest request) {
    return request.streamsDown() ? BodyHandlers.ofInputStream() : BodyHandlers.ofByteArray();
  }

  private static LoadResponse read(LoadRequest request, HttpResponse<?> response)
      throws IOException {
    if (response.body() instanceof byte[]) {
      return request.response(response.statusCode(), (byte[]) response.body());
    }
    try (InputStream in = (InputStream) response.body()) {
      return new LoadResponse(response.statusCode(), request.check().read(in, Long.MAX_VALUE));
    }
  }

  private static final class BlockingCall implements LoadCall {
    private final HttpClient http;
    private final LoadRequest request;
    private volatile Thread caller;

    BlockingCall(HttpClient http, LoadRequest request) {
      this.http = http;
      this.request = request;
    }

    @Override
    public LoadResponse run() throws Exception {
      synchronized (this) {
        caller = Thread.currentThread();
      }
      try {
        return read(request, http.send(request(request), handler(request)));
      } finally {
        synchronized (this) {
          caller = null;
        }
      }
    }

    @Override
    public synchronized void cancel() {
      if (caller != null) {
        caller.interrupt();
      }
    }
  }

  private static final class AsyncCall implements LoadCall {
    private final HttpClient http;
    private final LoadRequest request;
    private volatile CompletableFuture<? extends HttpResponse<?>> future;

    AsyncCall(HttpClient http, LoadRequest request) {
      this.http = http;
      this.request = request;
    }

    @Override
    public LoadResponse run() throws Exception {
      future = http.sendAsync(request(request), handler(request));
      return read(request, future.get());
    }

    @Override
    public void cancel() {
      if (future != null) {
        future.cancel(true);
      }
    }

    @Override
    public void cancelDependent() {
      if (future != null) {
        future.thenApply(response -> response).cancel(true);
      }
    }
  }
}
