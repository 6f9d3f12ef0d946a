package io.redial.subjects.corners.caching;

import java.io.Closeable;
import java.io.IOException;
import org.apache.http.HttpResponse;
import org.apache.http.client.HttpClient;
import org.apache.http.client.cache.HttpCacheContext;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.cache.CacheConfig;
import org.apache.http.impl.client.cache.CachingHttpClientBuilder;
import org.apache.http.util.EntityUtils;

/** HttpClient 4's. */
final class Caching4 implements CachingClient {
  private static final CacheConfig CONFIG =
      CacheConfig.custom()
          .setMaxObjectSize(MOST_BYTES)
          .setAsynchronousWorkersCore(1)
          .setAsynchronousWorkersMax(1)
          .build();

  private final HttpClient client;
  private final Closeable closed;

  private Caching4(HttpClient client, Closeable closed) {
    this.client = client;
    this.closed = closed;
  }

  /** A client that has the cache in its chain. */
  static Caching4 internal() {
    CloseableHttpClient client = CachingHttpClientBuilder.create().setCacheConfig(CONFIG).build();
    return new Caching4(client, client);
  }

  /** A cache around a client, as it was up to 4.2. */
  @SuppressWarnings("deprecation")
  static Caching4 decorator() {
    CloseableHttpClient backend = HttpClients.createDefault();
    return new Caching4(
        new org.apache.http.impl.client.cache.CachingHttpClient(backend, CONFIG), backend);
  }

  @Override
  public Seen send(String method, String url) throws IOException {
    HttpCacheContext context = HttpCacheContext.create();
    HttpUriRequest request = RequestBuilder.create(method).setUri(url).build();
    HttpResponse response = client.execute(request, context);
    byte[] body =
        response.getEntity() == null ? null : EntityUtils.toByteArray(response.getEntity());
    return Seen.of(
        response.getStatusLine().getStatusCode(),
        response.containsHeader("Retry-After"),
        body,
        context.getCacheResponseStatus()
            + (response.containsHeader("Warning") ? " with a warning" : ""));
  }

  @Override
  public void close() throws IOException {
    closed.close();
  }
}
