package io.redial.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

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
  void retriesAPostThatTheServerAsksToRepeat(Subject subject, Origin origin) {
    origin.replies(aResponse().withStatus(429).withHeader("Retry-After", "0"), ok("done"));

    Reply reply = subject.post(origin.url()).send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(origin.attempts()).hasSize(2);
  }
}
