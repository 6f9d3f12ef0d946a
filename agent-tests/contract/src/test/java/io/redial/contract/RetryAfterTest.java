package io.redial.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Origin;
import io.redial.subjects.Reply;

/** Rule 2.1: 429 and 5xx with a hint. */
final class RetryAfterTest {

  @ContractTest(slice = true)
  @Rule({"2.1", "3.4"})
  void waitsAsLongAsTheServerAsks(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("1"), Answer.unavailable("1"), Answer.ok("hello"));

    Reply reply = subject.get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(reply.get("body.text")).isEqualTo("hello");
    assertThat(server.attempts()).hasSize(3);
    assertThat(server.gap(0)).isGreaterThanOrEqualTo(SECONDS.toNanos(1));
    assertThat(server.gap(1)).isGreaterThanOrEqualTo(SECONDS.toNanos(1));
  }

  @ContractTest
  @Rule("2.1")
  void doesNotRetryWithoutAHint(Subject subject, Origin origin) {
    origin.replies(aResponse().withStatus(503).withBody("no idea when"), ok("late"));

    Reply reply = subject.get(origin.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("no idea when");
    assertThat(origin.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule("2.1")
  void doesNotRetryAHintOfAnotherStatus(Subject subject) {
    for (int status : new int[] {200, 301, 404, 413}) {
      try (Origin own = new Origin().replies(busy(status), ok("late"))) {
        assertThat(subject.get(own.url()).send().number("status")).isEqualTo(status);
        assertThat(own.attempts()).hasSize(1);
      }
    }
  }

  @ContractTest
  @Rule("2.1")
  void retriesAPostThatTheServerAsksToRepeat(Subject subject) {
    for (int status : new int[] {429, 500, 503, 599}) {
      try (Origin own = new Origin().replies(busy(status), ok("done"))) {
        assertThat(subject.post(own.url()).send().number("status")).isEqualTo(200);
        assertThat(own.attempts()).hasSize(2);
      }
    }
  }

  @ContractTest
  @Rule("2.1")
  void believesAGatewayForIdempotentMethodsOnly(Subject subject) {
    for (int status : new int[] {502, 504}) {
      try (Origin own = new Origin().replies(busy(status), ok("done"))) {
        assertThat(subject.post(own.url()).send().number("status")).isEqualTo(status);
        assertThat(own.attempts()).hasSize(1);
      }
      try (Origin own = new Origin().replies(busy(status), ok("done"))) {
        assertThat(subject.get(own.url()).send().number("status")).isEqualTo(200);
        assertThat(own.attempts()).hasSize(2);
      }
    }
  }

  private static ResponseDefinitionBuilder busy(int status) {
    return aResponse().withStatus(status).withHeader("Retry-After", "0");
  }
}
