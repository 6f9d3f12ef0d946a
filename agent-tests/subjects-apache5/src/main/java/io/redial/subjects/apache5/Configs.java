package io.redial.subjects.apache5;

import io.redial.subjects.Order;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHttpRequest;

/** What an order says of a request besides its body. */
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
    int proxy = Integer.parseInt(order.get("proxy-port", "0"));
    if (proxy > 0) {
      config.setProxy(new HttpHost("http", "127.0.0.1", proxy));
    }
    return config.build();
  }

  /** Lets a request show its whole address, if the order wants that and the version can. */
  static void absolute(Order order, BasicHttpRequest request) {
    if (Boolean.parseBoolean(order.get("absolute-uri", "false"))) {
      try {
        BasicHttpRequest.class
            .getMethod("setAbsoluteRequestUri", boolean.class)
            .invoke(request, true);
      } catch (ReflectiveOperationException before51) {
        return; // Its requests never do.
      }
    }
  }
}
