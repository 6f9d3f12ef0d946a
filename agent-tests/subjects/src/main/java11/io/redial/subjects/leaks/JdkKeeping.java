package io.redial.subjects.leaks;

import io.redial.subjects.load.BodyPattern;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;

/** java.net.http; modes are {@code send http1} and the like. */
public final class JdkKeeping implements KeepingClient.Maker {
  @Override
  public KeepingClient open(String mode) {
    HttpClient.Version version =
        mode.endsWith("http2") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
    return new Client(
        HttpClient.newBuilder()
            .version(version)
            .followRedirects(HttpClient.Redirect.ALWAYS)
            .build(),
        mode.startsWith("sendAsync"));
  }

  private static final class Client implements KeepingClient {
    private final HttpClient http;
    private final boolean async;

    Client(HttpClient http, boolean async) {
      this.http = http;
      this.async = async;
    }

    @Override
    public void call(Errand errand, String server, Collection<Object> kept, Cancelling cancelling)
        throws Exception {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(errand.url(server)))
              .method(
                  errand.method(),
                  errand.up() < 0
                      ? BodyPublishers.noBody()
                      : BodyPublishers.ofInputStream(() -> BodyPattern.stream(errand.up())))
              .build();
      kept.add(request);
      HttpResponse<InputStream> response;
      if (async) {
        CompletableFuture<HttpResponse<InputStream>> future =
            http.sendAsync(request, BodyHandlers.ofInputStream());
        kept.add(future);
        kept.add(future.thenApply(HttpResponse::statusCode));
        cancelling.by(() -> future.cancel(true));
        response = future.get();
      } else {
        cancelling.by(Thread.currentThread()::interrupt);
        response = http.send(request, BodyHandlers.ofInputStream());
      }
      kept.add(response);
      kept.add(response.body());
      try (InputStream in = response.body()) {
        in.read(new byte[1000]);
      }
    }

    @Override
    public Object client() {
      return http;
    }

    @Override
    public boolean mayBeDropped() {
      return true;
    }

    /** By its method of 21, where there is one; before, a client ends when nobody holds it. */
    @Override
    public void close() throws ReflectiveOperationException {
      if (http instanceof AutoCloseable) {
        HttpClient.class.getMethod("shutdownNow").invoke(http);
      }
    }
  }
}
