package com.example.orders;

import static com.example.orders.Partner.reset;
import static com.example.orders.Partner.unavailable;
import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.created;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.web.client.HttpServerErrorException.ServiceUnavailable;
import org.springframework.web.client.ResourceAccessException;

/** RestClient on java.net.http, with the options of redial/orders.properties. */
class OrdersTest {
  @RegisterExtension final Partner partner = new Partner();
  private Orders orders;

  @BeforeEach
  void connect() {
    orders = new Orders(partner.baseUrl());
  }

  @Test
  void waitsAsLongAsTheServerAsksAndThenSucceeds() {
    partner.answers(get("/orders/7"), unavailable(1), unavailable(1), ok("shipped"));

    assertThat(orders.status(7)).isEqualTo("shipped");

    assertThat(partner.requests())
        .containsExactly("GET /orders/7", "GET /orders/7", "GET /orders/7");
    assertThat(partner.gaps()).allMatch(gap -> gap.toMillis() >= 1000);
  }

  @Test
  void sendsAPostOnceIfItsConnectionIsResetUnlessItHasAKey() {
    partner.answers(post("/orders"), reset(), reset(), created());

    assertThatThrownBy(() -> orders.place("12 pens")).isInstanceOf(ResourceAccessException.class);
    assertThat(partner.requests()).hasSize(1);

    orders.place("12 pens", "key-1");
    assertThat(partner.requests()).hasSize(3);
  }

  @Test
  void sendsTheSameBodyAgain() {
    partner.answers(post("/orders"), unavailable(1), created());

    orders.place("12 pens");

    assertThat(partner.bodies()).containsExactly("12 pens".getBytes(), "12 pens".getBytes());
  }

  @Test
  void getsTheResponseAtOnceIfItsHintIsLongerThanTheDeadline() {
    partner.answers(get("/orders/7"), unavailable(1), unavailable(3600));

    assertThatThrownBy(() -> orders.status(7)).isInstanceOf(ServiceUnavailable.class);

    assertThat(partner.sinceTheLast()).isLessThan(Duration.ofSeconds(3));
    assertThat(partner.requests()).containsExactly("GET /orders/7", "GET /orders/7");
  }

  @Test
  void addsNoMoreThanTheBudgetToAStormOf429s() {
    partner.answers(
        get(urlPathMatching("/orders/.*")),
        aResponse().withStatus(429).withHeader("Retry-After", "1"));

    callAtTheSameTime(50, () -> orders.status(7));

    // budget = 10%:1 allows ten retries in ten seconds, and one for every ten calls.
    assertThat(partner.requests().size()).isBetween(50 + 10, 50 + 15);
  }

  @Test
  void keepsToTheLimitsOfItsRoute() {
    partner.answers(get("/stock/pens"), unavailable(1));

    assertThatThrownBy(() -> orders.stock("pens")).isInstanceOf(ServiceUnavailable.class);

    // route.stock.max-retries = 1
    assertThat(partner.requests()).containsExactly("GET /stock/pens", "GET /stock/pens");
  }

  @Test
  void changesNothingInADryRunButCountsWhatItWouldHaveRetried() throws Exception {
    partner.answers(get("/invoices/7"), unavailable(1), ok("12.50"));

    assertThatThrownBy(() -> orders.invoice(7)).isInstanceOf(ServiceUnavailable.class);

    assertThat(partner.requests()).containsExactly("GET /invoices/7");
    assertThat(Redial.refusals(partner.baseUrl())).containsOnly(entry("observe", 1L));
  }

  private static void callAtTheSameTime(int calls, Runnable call) {
    ExecutorService threads = Executors.newFixedThreadPool(calls);
    List<CompletableFuture<?>> futures = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      futures.add(CompletableFuture.runAsync(call, threads).exceptionally(failure -> null));
    }
    CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).join();
    threads.shutdown();
  }
}
