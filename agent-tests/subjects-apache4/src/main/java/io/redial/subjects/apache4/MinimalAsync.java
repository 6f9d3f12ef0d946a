package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.HttpAsyncClients;

/** {@code HttpAsyncClients.createMinimal()}. */
public final class MinimalAsync extends Async {
  @Override
  CloseableHttpAsyncClient create(Order order) {
    return HttpAsyncClients.createMinimal();
  }
}
