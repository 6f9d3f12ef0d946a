package com.example.orders;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * What the service asks of its partners, with Spring's {@code RestClient} on {@code java.net.http}.
 * Thread-safe. Each method throws what {@code RestClient} throws.
 */
public final class Orders {
  private final RestClient http;

  /**
   * Makes a client.
   *
   * @param url the partners' address, without a path
   */
  public Orders(String url) {
    http =
        RestClient.builder().baseUrl(url).requestFactory(new JdkClientHttpRequestFactory()).build();
  }

  /** How far an order is. */
  public String status(int order) {
    return http.get().uri("/orders/{order}", order).retrieve().body(String.class);
  }

  /** Places an order. The partner may book it twice if it is sent twice. */
  public void place(String order) {
    http.post().uri("/orders").body(order).retrieve().toBodilessEntity();
  }

  /** Places an order. The partner books it once for each key. */
  public void place(String order, String key) {
    http.post()
        .uri("/orders")
        .header("Idempotency-Key", key)
        .body(order)
        .retrieve()
        .toBodilessEntity();
  }

  /** How many of an article there are. */
  public int stock(String article) {
    return Integer.parseInt(
        http.get().uri("/stock/{article}", article).retrieve().body(String.class));
  }

  /** What an order costs. */
  public String invoice(int order) {
    return http.get().uri("/invoices/{order}", order).retrieve().body(String.class);
  }
}
