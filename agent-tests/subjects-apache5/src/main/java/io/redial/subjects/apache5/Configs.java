package io.redial.subjects.apache5;

import io.redial.subjects.Order;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.config.RequestConfig;

/** The {@code RequestConfig} of an order. */
final class Configs {
  private Configs() {}

  @SuppressWarnings("deprecation") // Newer versions have the connect timeout elsewhere as well.
  static RequestConfig of(Order order) {
    RequestConfig.Builder config = RequestConfig.custom();
    config.setExpectContinueEnabled(Boolean.parseBoolean(order.get("expect-continue", "false")));
    config.setRedirectsEnabled(order.followRedirects());
    if (order.connectTimeout() > 0) {
      config.setConnectTimeout(order.connectTimeout(), TimeUnit.MILLISECONDS);
    }
    if (order.readTimeout() > 0) {
      config.setResponseTimeout(order.readTimeout(), TimeUnit.MILLISECONDS);
    }
    long lease = Long.parseLong(order.get("lease-timeout", "0"));
    if (lease > 0) {
      config.setConnectionRequestTimeout(lease, TimeUnit.MILLISECONDS);
    }
    return config.build();
  }
}
