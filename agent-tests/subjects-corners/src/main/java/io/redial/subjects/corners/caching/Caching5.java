package io.redial.subjects.corners.caching;

import java.io.IOException;
import org.apache.hc.client5.http.cache.HttpCacheContext;
import org.apache.hc.client5.http.impl.cache.CacheConfig;
import org.apache.hc.client5.http.impl.cache.CachingHttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;

/** HttpClient 5's blocking one. */
final class Caching5 implements CachingClient {
  static final CacheConfig CONFIG =
      CacheConfig.custom().setMaxObjectSize(MOST_BYTES).setAsynchronousWorkers(1).build();

  private final CloseableHttpClient client =
      CachingHttpClientBuilder.create().setCacheConfig(CONFIG).build();

  @Override
  public Seen send(String method, String url) throws IOException {
    HttpCacheContext context = HttpCacheContext.create();
    ClassicHttpRequest request = ClassicRequestBuilder.create(method).setUri(url).build();
    return client.execute(
        request,
        context,
        response ->
            Seen.of(
                response.getCode(),
                response.containsHeader("Retry-After"),
                response.getEntity() == null ? null : EntityUtils.toByteArray(response.getEntity()),
                String.valueOf(context.getCacheResponseStatus())));
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
