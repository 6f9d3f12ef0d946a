package com.example.initializing;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * Answers requests that carry {@code X-Kubernetes-If-Ready} as the server filter of KEP-3028 does:
 * with 503 and {@code Retry-After} until the server is initialised, and with a note that it is from
 * then on. The value of the header does not matter. Other requests pass as ever. Thread-safe.
 */
public final class ReadyFilter extends Filter {
  /** Request header by which a client asks to be turned away rather than served too early. */
  public static final String IF_READY = "X-Kubernetes-If-Ready";

  /** Response header: {@code true} or {@code false}; absent where nobody asked, or no filter is. */
  public static final String READY = "X-Kubernetes-Ready";

  private static final byte[] NOT_YET =
      "Not initialised yet, come back later.\n".getBytes(StandardCharsets.UTF_8);

  private final BooleanSupplier initialized;
  private final String retryAfter;

  /**
   * A filter.
   *
   * @param initialized asked for each request that carries the header; must be cheap
   * @param retryAfterSeconds when clients are told to come back
   */
  public ReadyFilter(BooleanSupplier initialized, int retryAfterSeconds) {
    this.initialized = initialized;
    this.retryAfter = Integer.toString(retryAfterSeconds);
  }

  @Override
  public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    if (exchange.getRequestHeaders().containsKey(IF_READY)) {
      if (!initialized.getAsBoolean()) {
        turnAway(exchange);
        return;
      }
      exchange.getResponseHeaders().set(READY, "true");
    }
    chain.doFilter(exchange);
  }

  private void turnAway(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set(READY, "false");
    headers.set("Retry-After", retryAfter);
    exchange.sendResponseHeaders(503, NOT_YET.length);
    exchange.getResponseBody().write(NOT_YET);
    exchange.close();
  }

  @Override
  public String description() {
    return "503 with Retry-After for requests with " + IF_READY + " until initialised";
  }
}
