package com.example.orders;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static com.github.tomakehurst.wiremock.stubbing.Scenario.STARTED;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * WireMock as a partner that answers by a script, and what its journal says. A field that is not
 * static has a server, and thus a port and a retry budget, for each test.
 */
final class Partner extends WireMockExtension implements TestExecutionExceptionHandler {
  Partner() {
    super(extensionOptions().options(wireMockConfig().dynamicPort()));
  }

  /** Answers in this order; the last answer is given to all further requests, too. */
  void answers(MappingBuilder request, ResponseDefinitionBuilder... answers) {
    String script = UUID.randomUUID().toString();
    for (int i = 0; i < answers.length; i++) {
      stubFor(
          request
              .withId(UUID.randomUUID())
              .inScenario(script)
              .whenScenarioStateIs(state(i))
              .willSetStateTo(state(Math.min(i + 1, answers.length - 1)))
              .willReturn(answers[i]));
    }
  }

  /** A 503 with {@code Retry-After}, in seconds. */
  static ResponseDefinitionBuilder unavailable(int retryAfter) {
    return aResponse().withStatus(503).withHeader("Retry-After", "" + retryAfter);
  }

  /** No response: the connection is reset. */
  static ResponseDefinitionBuilder reset() {
    return aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER);
  }

  /** No response: the connection is closed. */
  static ResponseDefinitionBuilder noResponse() {
    return aResponse().withFault(Fault.EMPTY_RESPONSE);
  }

  /** Each request that came, the first one first: {@code GET /orders/7}. */
  List<String> requests() {
    return journal().stream().map(request -> request.getMethod() + " " + request.getUrl()).toList();
  }

  /** The bodies of these requests. */
  List<byte[]> bodies() {
    return journal().stream().map(LoggedRequest::getBody).toList();
  }

  /** The times between them. */
  List<Duration> gaps() {
    List<Instant> times = times();
    List<Duration> gaps = new ArrayList<>();
    for (int i = 1; i < times.size(); i++) {
      gaps.add(Duration.between(times.get(i - 1), times.get(i)));
    }
    return gaps;
  }

  /** The time since the last of them. */
  Duration sinceTheLast() {
    List<Instant> times = times();
    return Duration.between(times.get(times.size() - 1), Instant.now());
  }

  /** Says of a test that failed what was requested, and whether it ran without the agent. */
  @Override
  public void handleTestExecutionException(ExtensionContext test, Throwable failure) {
    Map<String, Long> counts =
        requests().stream()
            .collect(groupingBy(Function.identity(), LinkedHashMap::new, counting()));
    String missing = Redial.isAttached() ? "" : Redial.MISSING + "\n";
    throw new AssertionError(
        missing + "Requests that arrived: " + counts + "\n" + failure, failure);
  }

  private static String state(int answered) {
    return answered == 0 ? STARTED : "answered " + answered;
  }

  private List<Instant> times() {
    return journal().stream().map(request -> request.getLoggedDate().toInstant()).toList();
  }

  private List<LoggedRequest> journal() {
    return getAllServeEvents().stream()
        .map(ServeEvent::getRequest)
        .sorted(Comparator.comparing(LoggedRequest::getLoggedDate))
        .toList();
  }
}
