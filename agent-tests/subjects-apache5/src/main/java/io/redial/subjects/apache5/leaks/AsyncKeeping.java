package io.redial.subjects.apache5.leaks;

import io.redial.subjects.leaks.Errand;
import io.redial.subjects.leaks.KeepingClient;
import io.redial.subjects.load.BodyPattern;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;

/** {@code CloseableHttpAsyncClient.execute}; modes are {@code http1} and {@code http2}. */
public final class AsyncKeeping implements KeepingClient.Maker {
  @Override
  public KeepingClient open(String mode) {
    IOReactorConfig config = IOReactorConfig.custom().setIoThreadCount(1).build();
    CloseableHttpAsyncClient http =
        mode.equals("http2")
            ? HttpAsyncClients.customHttp2().setIOReactorConfig(config).build()
            : HttpAsyncClients.custom().setIOReactorConfig(config).build();
    http.start();
    return new Client(http);
  }

  private static final class Client implements KeepingClient {
    private final CloseableHttpAsyncClient http;

    Client(CloseableHttpAsyncClient http) {
      this.http = http;
    }

    @Override
    public void call(Errand errand, String server, Collection<Object> kept, Cancelling cancelling)
        throws Exception {
      AsyncEntityProducer body =
          errand.up() < 0
              ? null
              : new BasicAsyncEntityProducer(
                  BodyPattern.bytes(errand.up()), ContentType.APPLICATION_OCTET_STREAM);
      AsyncRequestProducer producer =
          new BasicRequestProducer(
              new BasicHttpRequest(errand.method(), URI.create(errand.url(server))), body);
      AsyncResponseConsumer<SimpleHttpResponse> consumer = SimpleResponseConsumer.create();
      HttpClientContext context = HttpClientContext.create();
      kept.add(producer); // Not the consumer, which the client itself leaves leading to it.
      kept.add(context);
      Future<SimpleHttpResponse> future = http.execute(producer, consumer, null, context, null);
      kept.add(future);
      cancelling.by(() -> future.cancel(true));
      kept.add(future.get());
    }

    @Override
    public Object client() {
      return http;
    }

    /** Its threads hold it. */
    @Override
    public boolean mayBeDropped() {
      return false;
    }

    @Override
    public void close() throws IOException {
      http.close(CloseMode.GRACEFUL);
    }
  }
}
