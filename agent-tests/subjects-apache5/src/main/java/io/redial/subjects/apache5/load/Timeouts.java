package io.redial.subjects.apache5.load;

import io.redial.subjects.load.LoadRequest;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/** A request's timeout. */
final class Timeouts {
  private Timeouts() {}

  /** Null if there is none. */
  static RequestConfig config(LoadRequest request) {
    return request.timeout() == 0
        ? null
        : RequestConfig.custom()
            .setResponseTimeout(request.timeout(), TimeUnit.MILLISECONDS)
            .build();
  }

  /** Null if there is no timeout. */
  static HttpClientContext context(LoadRequest request) {
    if (request.timeout() == 0) {
      return null;
    }
    HttpClientContext context = HttpClientContext.create();
    context.setRequestConfig(config(request));
    return context;
  }
}
