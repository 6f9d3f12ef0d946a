package io.redial.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Origin;
import io.redial.subjects.Reply;
import java.net.URI;

/** Rules 2.6 and 2.9: statuses without a hint, and what forbids a retry. */
final class StatusTest {
  private static final String NAMED = "retry-on=retry-after+503+5xx,backoff=none";

  @ContractTest
  @Rule("2.6")
  void aStatusThatTheOptionNamesIsRetriedWithoutAHint(Subject subject, Origin origin) {
    origin.replies(status(503), ok("up"));

    var reply = subject.with("retry-on=503,backoff=none").get(origin.url()).send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(origin.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("2.6")
  void aClassThatTheOptionNamesIsRetriedWithoutAHint(Subject subject, Origin origin) {
    origin.replies(status(507), ok("up"));

    assertThat(subject.with(NAMED).get(origin.url()).send().get("status")).isEqualTo("200");
    assertThat(origin.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"2.6", "2.8"})
  void aPostIsNotRetriedForItsStatusAlone(Subject subject, Origin origin) {
    origin.replies(status(503), ok("up"));

    assertThat(subject.with(NAMED).post(origin.url()).send().get("status")).isEqualTo("503");
    assertThat(origin.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("2.9")
  void theServersVetoStopsARetryEvenWithAHint(Subject subject) {
    for (ResponseDefinitionBuilder vetoed :
        new ResponseDefinitionBuilder[] {
          status(503).withHeader("Retry-After", "0").withHeader("x-should-retry", "false"),
          status(429).withHeader("Retry-After", "0").withHeader("grpc-retry-pushback-ms", "-1")
        }) {
      try (Origin own = new Origin().replies(vetoed, ok("up"))) {
        assertThat(subject.get(own.url()).send().number("status")).isGreaterThan(400);
        assertThat(own.attempts()).hasSize(1);
      }
    }
  }

  @ContractTest
  @Rule("2.9")
  void whatIsNoVetoChangesNothing(Subject subject) {
    for (String[] header :
        new String[][] {{"x-should-retry", "true"}, {"grpc-retry-pushback-ms", "100"}}) {
      ResponseDefinitionBuilder hinted =
          status(503).withHeader("Retry-After", "0").withHeader(header[0], header[1]);
      try (Origin own = new Origin().replies(hinted, ok("up"))) {
        assertThat(subject.get(own.url()).send().get("status")).as(header[0]).isEqualTo("200");
        assertThat(own.attempts()).hasSize(2);
      }
    }
  }

  @ContractTest
  @Rule("2.9")
  void theServersVetoStopsARetryOfANamedStatus(Subject subject, Origin origin) {
    origin.replies(status(503).withHeader("x-should-retry", "FALSE"), ok("up"));

    assertThat(subject.with(NAMED).get(origin.url()).send().get("status")).isEqualTo("503");
    assertThat(origin.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("2.9")
  void anOverloadedProxyIsRetriedOnlyWithAHint(Subject subject) {
    for (String header : new String[] {"x-envoy-overloaded", "x-envoy-ratelimited"}) {
      try (Origin own = new Origin().replies(status(503).withHeader(header, "true"), ok("up"))) {
        assertThat(subject.with(NAMED).get(own.url()).send().get("status")).isEqualTo("503");
        assertThat(own.attempts()).hasSize(1);
      }
      ResponseDefinitionBuilder hinted =
          status(503).withHeader(header, "true").withHeader("Retry-After", "0");
      try (Origin own = new Origin().replies(hinted, ok("up"))) {
        assertThat(subject.with(NAMED).get(own.url()).send().get("status")).isEqualTo("200");
        assertThat(own.attempts()).hasSize(2);
      }
    }
  }

  /**
   * Its answer to the client's own CONNECT is the call's, as the client shows it. Up to 5.3 the
   * blocking HttpClient 5 throws, as java.net.http does.
   */
  @ContractTest
  @Rule({"2.10", "2.1"})
  @Needs(Feature.PROXIES)
  void aRefusalOfAProxyCountsAsWhatTheClientMakesOfIt(Subject subject, FaultServer proxy) {
    proxy.plays(Answer.unavailable("0"), Answer.of(407), Answer.ok("never"));
    String label = subject.client().label();
    boolean shown = label.matches("apache(?!5-classic.*-5\\.[0-3]).*");
    int port = URI.create(proxy.url()).getPort();

    Reply reply = subject.get("https://stock.test/").set("proxy-port", port).send();

    assertThat(proxy.attempts().get(0).target()).isEqualTo("stock.test:443");
    assertThat(proxy.attempts()).as("%s", reply).hasSize(shown ? 2 : 1);
    if (shown) {
      assertThat(reply.get("status")).as("%s", reply).isEqualTo("407");
    } else {
      String thrown =
          label.startsWith("apache")
              ? "org.apache.hc.client5.http.ClientProtocolException"
              : "java.io.IOException";
      assertThat(reply.classes("thrown")).as("%s", reply).contains(thrown);
    }
  }

  private static ResponseDefinitionBuilder status(int status) {
    return aResponse().withStatus(status);
  }
}
