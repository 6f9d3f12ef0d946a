package com.example.failing;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.status;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.ScenarioMappingBuilder;
import java.util.ArrayList;
import java.util.List;

/** What the server does at which path. */
final class Script {
  /** For people; the first word of each line is the path. */
  static final List<String> DESCRIPTION =
      List.of(
          "/stock/42 503 with Retry-After: 1 twice, then 200",
          "/orders 429 with Retry-After: 1, then 200",
          "/reports/today 503 with Retry-After: 3600, always",
          "/health 200",
          "/prices/42?resets=1 as many connection resets, then 200",
          "/payments connection reset, always");

  private Script() {}

  static List<MappingBuilder> stubs() {
    List<MappingBuilder> stubs = new ArrayList<>();
    stubs.addAll(failing("/stock/42", 2, busy(503, 1), ok("17 pieces\n")));
    stubs.addAll(failing("/orders", 1, busy(429, 1), ok("order accepted\n")));
    stubs.add(get(urlEqualTo("/reports/today")).willReturn(busy(503, 3600)));
    stubs.add(get(urlEqualTo("/health")).willReturn(ok("healthy\n")));
    return stubs;
  }

  private static List<MappingBuilder> failing(
      String path, int times, ResponseDefinitionBuilder failure, ResponseDefinitionBuilder then) {
    List<MappingBuilder> stubs = new ArrayList<>();
    for (int n = 0; n <= times; n++) {
      ScenarioMappingBuilder stub =
          any(urlEqualTo(path))
              .inScenario(path)
              .whenScenarioStateIs(n == 0 ? STARTED : "failed " + n)
              .willReturn(n < times ? failure : then);
      stubs.add(n < times ? stub.willSetStateTo("failed " + (n + 1)) : stub);
    }
    return stubs;
  }

  private static ResponseDefinitionBuilder busy(int status, int seconds) {
    return status(status)
        .withHeader("Retry-After", Integer.toString(seconds))
        .withBody("busy, come back in " + seconds + " s\n");
  }
}
