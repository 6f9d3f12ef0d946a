package io.redial.storms.caller;

import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Apache HttpClient 5 with the retry strategy that it has by itself. */
final class WithHttpClient5 implements UserCall {
  private static final int ENOUGH = 1_000;

  /** Only the pool is larger than the default, lest calls wait for a connection. */
  private final CloseableHttpClient client =
      HttpClients.custom()
          .setConnectionManager(
              PoolingHttpClientConnectionManagerBuilder.create()
                  .setMaxConnPerRoute(ENOUGH)
                  .setMaxConnTotal(ENOUGH)
                  .build())
          .build();

  @Override
  public int make(URI uri, int number) throws IOException {
    HttpGet request = new HttpGet(uri);
    request.setHeader(NUMBER, Integer.toString(number));
    return client.execute(
        request,
        response -> {
          EntityUtils.consume(response.getEntity());
          return response.getCode();
        });
  }
}
