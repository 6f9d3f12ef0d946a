package io.redial.subjects.apache4;

import io.redial.subjects.Order;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.http.HttpHost;
import org.apache.http.client.HttpClient;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpRequestBase;
import org.apache.http.impl.client.DefaultServiceUnavailableRetryStrategy;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/** {@code HttpClients.custom()}. */
public final class Internal extends Classic {
  @Override
  HttpClient create(Order order) {
    HttpClientBuilder builder =
        HttpClients.custom().setMaxConnPerRoute(pool(order)).setMaxConnTotal(2 * pool(order));
    if (order.get("shared-pool", null) != null) {
      builder.setConnectionManager(new SharedPool());
    }
    if (order.followRedirects()) {
      builder.setRedirectStrategy(new LaxRedirectStrategy());
    } else {
      builder.disableRedirectHandling();
    }
    switch (order.get("strategy", "")) {
      case "always":
        builder.setRetryHandler(new Eager.Handler());
        builder.setServiceUnavailableRetryStrategy(new Eager.Strategy());
        break;
      case "503":
        builder.setServiceUnavailableRetryStrategy(
            new DefaultServiceUnavailableRetryStrategy(2, 1));
        break;
      default:
        if (!ownRetries(order)) {
          builder.disableAutomaticRetries();
        }
        break;
    }
    if (OriginalInterceptor.isWanted(order)) {
      builder.addInterceptorFirst(new OriginalInterceptor());
    }
    if (SigningInterceptor.isWanted(order)) {
      builder.addInterceptorLast(new SigningInterceptor());
    }
    return TokenInterceptor.isWanted(order) ? withTokens(builder, order) : builder.build();
  }

  private static HttpClient withTokens(HttpClientBuilder builder, Order order) {
    TokenInterceptor tokens = new TokenInterceptor(order);
    HttpClient client = builder.addInterceptorLast(tokens).build();
    tokens.fetchWith(client, HttpClients.createDefault());
    return client;
  }

  @Override
  void refine(HttpRequestBase request, Order order) {
    request.setConfig(config(order));
  }

  static RequestConfig config(Order order) {
    int proxy = Integer.parseInt(order.get("proxy-port", "0"));
    return RequestConfig.custom()
        .setProxy(proxy == 0 ? null : new HttpHost("127.0.0.1", proxy))
        .setConnectTimeout((int) order.connectTimeout())
        .setSocketTimeout((int) order.readTimeout())
        .setConnectionRequestTimeout(Integer.parseInt(order.get("lease-timeout", "0")))
        .setExpectContinueEnabled(Boolean.parseBoolean(order.get("expect-continue", "false")))
        .build();
  }

  @Override
  void close(HttpClient client) {
    try {
      ((Closeable) client).close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A pool that outlives the clients that share it; from 4.4 on, a builder's option does it. */
  private static final class SharedPool extends PoolingHttpClientConnectionManager {
    @Override
    public void shutdown() {}
  }
}
