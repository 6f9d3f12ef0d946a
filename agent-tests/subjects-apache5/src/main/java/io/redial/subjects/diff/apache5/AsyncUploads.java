package io.redial.subjects.diff.apache5;

import io.redial.subjects.diff.Cases;
import io.redial.subjects.diff.Family;
import io.redial.subjects.diff.Uploads;
import io.redial.subjects.diff.Uploads.Upload;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.util.Timeout;

/** Uploads by the asynchronous client, and by the blocking one that goes over it. */
public final class AsyncUploads implements Family {
  private static final CloseableHttpAsyncClient CLIENT = client();

  private static CloseableHttpAsyncClient client() {
    CloseableHttpAsyncClient client =
        HttpAsyncClients.custom()
            .disableAutomaticRetries()
            .setConnectionManager(
                PoolingAsyncClientConnectionManagerBuilder.create()
                    .setMaxConnTotal(500)
                    .setMaxConnPerRoute(50)
                    .build())
            .setDefaultRequestConfig(
                RequestConfig.custom().setResponseTimeout(Timeout.ofSeconds(20)).build())
            .build();
    client.start();
    return client;
  }

  @Override
  public Cases cases() throws Exception {
    Cases cases = new Cases("apache5-async");
    Uploads uploads = new Uploads(cases);
    Producers.all().forEach((kind, making) -> uploads.add(kind, upload -> send(making, upload)));
    CloseableHttpClient overAsync = overAsync();
    if (overAsync != null) {
      Entities.all()
          .forEach(
              (kind, making) ->
                  uploads.add(
                      "over-async-" + kind,
                      upload -> ClassicUploads.send(overAsync, making, upload)));
    }
    return cases;
  }

  /** There since 5.6. */
  private static CloseableHttpClient overAsync() throws ReflectiveOperationException {
    for (Method method : HttpAsyncClients.class.getMethods()) {
      if (method.getName().equals("classic")) {
        return (CloseableHttpClient) method.invoke(null, CLIENT, Timeout.ofSeconds(20));
      }
    }
    return null;
  }

  private static int send(Producers.Making making, Upload upload) throws Exception {
    ExecutorService writers = Executors.newCachedThreadPool();
    try {
      AsyncEntityProducer producer = making.of(upload, writers);
      SimpleHttpResponse response =
          CLIENT
              .execute(
                  new BasicRequestProducer(upload.method, URI.create(upload.url), producer),
                  SimpleResponseConsumer.create(),
                  null)
              .get(25, TimeUnit.SECONDS);
      return response.getCode();
    } finally {
      writers.shutdown();
      if (!writers.awaitTermination(10, TimeUnit.SECONDS)) {
        upload.journal.note("writers", "never end");
      }
      writers.shutdownNow();
    }
  }
}
