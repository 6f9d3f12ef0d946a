package io.redial.subjects.apache5;

import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.util.TimeValue;

/** The blocking clients of this process, by name; each can be closed from outside. */
final class ClassicClients {
  private static final Map<String, CloseableHttpClient> CLIENTS = new ConcurrentHashMap<>();

  private ClassicClients() {}

  static CloseableHttpClient of(Order order, boolean minimal) {
    String name =
        order.clientName()
            + "/"
            + minimal
            + order.get("pool", "")
            + order.get("own-retries", "")
            + order.get("strategy", "")
            + TokenInterceptor.from(order)
            + SigningInterceptor.isWanted(order);
    return CLIENTS.computeIfAbsent(name, n -> create(order, minimal));
  }

  private static CloseableHttpClient create(Order order, boolean minimal) {
    int pool = Integer.parseInt(order.get("pool", "50"));
    PoolingHttpClientConnectionManager connections = new PoolingHttpClientConnectionManager();
    connections.setMaxTotal(2 * pool); // For two hosts.
    connections.setDefaultMaxPerRoute(pool);
    connections.setValidateAfterInactivity(TimeValue.ofMinutes(1));
    CloseableHttpClient client =
        minimal ? HttpClients.createMinimal(connections) : full(order, connections);
    InFlight.offer(order.get("client-name", null), "close", () -> close(client));
    return client;
  }

  private static CloseableHttpClient full(
      Order order, PoolingHttpClientConnectionManager connections) {
    HttpClientBuilder builder = HttpClients.custom().setConnectionManager(connections);
    builder.setConnectionManagerShared(order.get("shared-pool", null) != null);
    if (!order.followRedirects()) {
      builder.disableRedirectHandling();
    }
    if (order.get("strategy", "").equals("always")) {
      builder.setRetryStrategy(new EagerStrategy());
    } else if (!Boolean.parseBoolean(order.get("own-retries", "false"))) {
      builder.disableAutomaticRetries();
    }
    if (SigningInterceptor.isWanted(order)) {
      builder.addRequestInterceptorLast(new SigningInterceptor());
    }
    return TokenInterceptor.isWanted(order) ? withTokens(builder, order) : builder.build();
  }

  private static CloseableHttpClient withTokens(HttpClientBuilder builder, Order order) {
    TokenInterceptor tokens = new TokenInterceptor(order);
    CloseableHttpClient client = builder.addRequestInterceptorLast(tokens).build();
    tokens.fetchWith(client, HttpClients.createDefault());
    return client;
  }

  private static void close(CloseableHttpClient client) {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
