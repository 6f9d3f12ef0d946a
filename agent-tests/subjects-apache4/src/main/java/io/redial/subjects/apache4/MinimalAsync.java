package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.impl.nio.conn.PoolingNHttpClientConnectionManager;
import org.apache.http.impl.nio.reactor.DefaultConnectingIOReactor;
import org.apache.http.nio.reactor.IOReactorException;

/** {@code HttpAsyncClients.createMinimal()}. */
public final class MinimalAsync extends Async {
  @Override
  CloseableHttpAsyncClient create(Order order) {
    try {
      PoolingNHttpClientConnectionManager pool =
          new PoolingNHttpClientConnectionManager(new DefaultConnectingIOReactor());
      pool.setDefaultMaxPerRoute(Classic.pool(order));
      pool.setMaxTotal(Classic.pool(order));
      return HttpAsyncClients.createMinimal(pool);
    } catch (IOReactorException e) {
      throw new IllegalStateException(e);
    }
  }
}
