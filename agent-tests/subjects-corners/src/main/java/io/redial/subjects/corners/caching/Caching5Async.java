package io.redial.subjects.corners.caching;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.cache.HttpCacheContext;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.cache.CachingHttpAsyncClientBuilder;

/** HttpClient 5's asynchronous one. */
final class Caching5Async implements CachingClient {
  private final CloseableHttpAsyncClient client =
      CachingHttpAsyncClientBuilder.create().setCacheConfig(Caching5.CONFIG).build();

  Caching5Async() {
    client.start();
  }

  @Override
  public Seen send(String method, String url) throws Exception {
    HttpCacheContext context = HttpCacheContext.create();
    SimpleHttpRequest request = SimpleRequestBuilder.create(method).setUri(url).build();
    try {
      SimpleHttpResponse response = client.execute(request, context, null).get();
      return Seen.of(
          response.getCode(),
          response.containsHeader("Retry-After"),
          response.getBodyBytes(),
          String.valueOf(context.getCacheResponseStatus()));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
