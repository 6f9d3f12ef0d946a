package io.redial.subjects.apache5;

import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.async.methods.ConfigurableHttpRequest;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.H2AsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;

/** The asynchronous clients of this process, by name; each can be closed from outside. */
final class AsyncClients {
  private static final Map<String, CloseableHttpAsyncClient> CLIENTS = new ConcurrentHashMap<>();

  private AsyncClients() {}

  static CloseableHttpAsyncClient of(Order order, boolean minimal) {
    String name =
        order.clientName()
            + "/"
            + minimal
            + order.get("pool", "")
            + order.get("own-retries", "")
            + order.get("strategy", "")
            + (order.get("casts", "").isEmpty() ? "" : "casts")
            + TokenInterceptor.from(order);
    return CLIENTS.computeIfAbsent(name, n -> create(order, minimal));
  }

  private static CloseableHttpAsyncClient create(Order order, boolean minimal) {
    CloseableHttpAsyncClient client =
        order.httpVersion() == 2 ? http2(order, minimal) : http1(order, minimal);
    client.start();
    String name = order.get("client-name", null);
    InFlight.offer(name, "close", () -> client.close(CloseMode.GRACEFUL));
    InFlight.offer(name, "shutdownNow", () -> client.close(CloseMode.IMMEDIATE));
    return client;
  }

  private static CloseableHttpAsyncClient http1(Order order, boolean minimal) {
    PoolingAsyncClientConnectionManager connections = connections(order);
    if (minimal) {
      return HttpAsyncClients.createMinimal(
          HttpVersionPolicy.FORCE_HTTP_1,
          H2Config.DEFAULT,
          Http1Config.DEFAULT,
          IOReactorConfig.DEFAULT,
          connections);
    }
    HttpAsyncClientBuilder builder = HttpAsyncClients.custom().setConnectionManager(connections);
    builder.setConnectionManagerShared(order.get("shared-pool", null) != null);
    if (!order.followRedirects()) {
      builder.disableRedirectHandling();
    }
    if (order.get("strategy", "").equals("always")) {
      builder.setRetryStrategy(new EagerStrategy());
    } else if (!Boolean.parseBoolean(order.get("own-retries", "false"))) {
      builder.disableAutomaticRetries();
    }
    if (Boolean.parseBoolean(order.get("casts", "false"))) {
      builder.addExecInterceptorFirst(
          "casts",
          (request, body, scope, chain, callback) -> {
            ((ConfigurableHttpRequest) scope.originalRequest).getConfig();
            chain.proceed(request, body, scope, callback);
          });
    }
    if (TokenInterceptor.isWanted(order)) {
      TokenInterceptor tokens = new TokenInterceptor(order);
      builder.addRequestInterceptorLast(tokens);
      tokens.fetchWith(null, HttpClients.createDefault());
    }
    return builder.build();
  }

  private static PoolingAsyncClientConnectionManager connections(Order order) {
    int pool = Integer.parseInt(order.get("pool", "50"));
    return PoolingAsyncClientConnectionManagerBuilder.create()
        .setMaxConnTotal(pool)
        .setMaxConnPerRoute(pool)
        .setValidateAfterInactivity(TimeValue.ofMinutes(1))
        .build();
  }

  private static CloseableHttpAsyncClient http2(Order order, boolean minimal) {
    if (minimal) {
      return HttpAsyncClients.createHttp2Minimal();
    }
    H2AsyncClientBuilder builder = HttpAsyncClients.customHttp2();
    if (!Boolean.parseBoolean(order.get("own-retries", "false"))) {
      builder.disableAutomaticRetries();
    }
    if (!order.followRedirects()) {
      builder.disableRedirectHandling();
    }
    return builder.build();
  }
}
