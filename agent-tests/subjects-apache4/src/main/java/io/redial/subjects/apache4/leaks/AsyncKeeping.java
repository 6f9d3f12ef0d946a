package io.redial.subjects.apache4.leaks;

import io.redial.subjects.leaks.Errand;
import io.redial.subjects.leaks.KeepingClient;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.Future;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.impl.nio.reactor.IOReactorConfig;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.nio.protocol.BasicAsyncResponseConsumer;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/** {@code HttpAsyncClient.execute}. */
public final class AsyncKeeping implements KeepingClient.Maker {
  @Override
  public KeepingClient open(String mode) {
    CloseableHttpAsyncClient http =
        HttpAsyncClients.custom()
            .setDefaultIOReactorConfig(IOReactorConfig.custom().setIoThreadCount(1).build())
            .build();
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
      HttpRequestBase request = Requests.of(errand, server);
      HttpContext context = new BasicHttpContext();
      HttpAsyncRequestProducer producer =
          HttpAsyncMethods.create(URIUtils.extractHost(request.getURI()), request);
      HttpAsyncResponseConsumer<HttpResponse> consumer = new BasicAsyncResponseConsumer();
      kept.add(request);
      kept.add(context);
      kept.add(producer);
      kept.add(consumer);
      Future<HttpResponse> future = http.execute(producer, consumer, context, null);
      kept.add(future);
      cancelling.by(() -> future.cancel(true));
      HttpResponse response = future.get();
      kept.add(response);
      EntityUtils.consume(response.getEntity());
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
      http.close();
    }
  }
}
