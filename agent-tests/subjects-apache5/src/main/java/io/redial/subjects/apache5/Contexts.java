package io.redial.subjects.apache5;

import io.redial.subjects.Order;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/** The contexts of this process that calls share, by name. */
final class Contexts {
  private static final Map<String, HttpClientContext> SHARED = new ConcurrentHashMap<>();

  private Contexts() {}

  /** The one that an order names with "context", or a new one. */
  static HttpClientContext of(Order order) {
    String name = order.get("context", "");
    return name.isEmpty()
        ? HttpClientContext.create()
        : SHARED.computeIfAbsent(name, n -> HttpClientContext.create());
  }
}
