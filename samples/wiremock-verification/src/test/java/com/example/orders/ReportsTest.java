package com.example.orders;

import static com.example.orders.Partner.noResponse;
import static com.example.orders.Partner.reset;
import static com.example.orders.Partner.unavailable;
import static com.github.tomakehurst.wiremock.client.WireMock.created;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** HttpClient 5, with the options of redial/orders.properties. */
class ReportsTest {
  @RegisterExtension final Partner partner = new Partner();
  private Reports reports;

  @BeforeEach
  void connect() {
    reports = new Reports(partner.baseUrl());
  }

  @AfterEach
  void close() throws IOException {
    reports.close();
  }

  @Test
  void waitsAsLongAsTheServerAsksAndThenSucceeds() throws IOException {
    partner.answers(get("/reports/june"), unavailable(1), unavailable(1), ok("sold: 12"));

    assertThat(reports.fetch("june")).isEqualTo("sold: 12");

    assertThat(partner.requests()).hasSize(3);
    assertThat(partner.gaps()).allMatch(gap -> gap.toMillis() >= 1000);
  }

  @Test
  void fetchesAReportThoughTheConnectionIsLostTwice() throws IOException {
    partner.answers(get("/reports/june"), reset(), noResponse(), ok("sold: 12"));

    assertThat(reports.fetch("june")).isEqualTo("sold: 12");

    assertThat(partner.requests()).hasSize(3);
  }

  @Test
  void sendsAStreamByteForByteInEachAttempt() throws IOException {
    partner.answers(post("/reports/june"), unavailable(1), unavailable(1), created());
    byte[] report = new byte[100_000];
    new Random(1).nextBytes(report);

    reports.file("june", new ByteArrayInputStream(report));

    assertThat(partner.bodies()).containsExactly(report, report, report);
  }
}
