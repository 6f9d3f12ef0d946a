package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/** {@code HttpClients.createMinimal()}. */
public final class Minimal extends Classic {
  @Override
  HttpClient create(Order order) {
    PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
    pool.setDefaultMaxPerRoute(pool(order));
    pool.setMaxTotal(2 * pool(order));
    return HttpClients.createMinimal(pool);
  }

  @Override
  void refine(HttpRequestBase request, Order order) {
    request.setConfig(Internal.config(order));
  }

  @Override
  void close(HttpClient client) {
    try {
      ((Closeable) client).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
