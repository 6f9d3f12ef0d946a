package io.redial.subjects.apache4;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.Header;
import org.apache.http.HeaderElement;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.HttpResponseInterceptor;
import org.apache.http.client.methods.HttpPut;
import org.apache.http.client.utils.URIUtils;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.nio.entity.NStringEntity;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.BasicAsyncResponseConsumer;

/** Cancels a call just when somebody reads its response's {@code Retry-After}. */
public final class CancelAtHeadScenario implements Scenario {
  private final CompletableFuture<Future<HttpResponse>> call = new CompletableFuture<>();
  private final AtomicBoolean asked = new AtomicBoolean();
  private final CountDownLatch released = new CountDownLatch(2);

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    URI url = URI.create(args.get("url"));
    HttpPut put = new HttpPut(url);
    put.setEntity(new NStringEntity("hello", ContentType.TEXT_PLAIN));
    try (CloseableHttpAsyncClient client =
        HttpAsyncClients.custom()
            .addInterceptorLast(
                (HttpResponseInterceptor)
                    (response, context) -> response.addHeader(new CancellingHeader()))
            .build()) {
      client.start();
      call.complete(
          client.execute(new Producer(URIUtils.extractHost(url), put), new Consumer(), null));
      boolean both = released.await(20, TimeUnit.SECONDS);
      return new Reply().put("asked", asked.get()).put("released", both).facts();
    }
  }

  private final class CancellingHeader implements Header {
    @Override
    public String getName() {
      return "Retry-After";
    }

    @Override
    public String getValue() {
      if (asked.compareAndSet(false, true)) {
        call.join().cancel(true);
      }
      return "0";
    }

    @Override
    public HeaderElement[] getElements() {
      return new HeaderElement[0];
    }
  }

  private final class Producer extends BasicAsyncRequestProducer {
    Producer(HttpHost target, HttpPut put) {
      super(target, put);
    }

    @Override
    public synchronized void close() throws IOException {
      released.countDown();
      super.close();
    }
  }

  private final class Consumer extends BasicAsyncResponseConsumer {
    @Override
    protected void releaseResources() {
      released.countDown();
      super.releaseResources();
    }
  }
}
