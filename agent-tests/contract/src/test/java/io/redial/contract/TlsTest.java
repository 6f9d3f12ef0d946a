package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Certificate;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.List;

/** Rules 2.2, 2.3 and 2.10 under TLS: whom a client does not trust, it does not ask again. */
final class TlsTest {
  private static final Answer HELLO = Answer.ok("hello");

  /** The connection is lost, is closed, and ends with its server, who says no goodbye. */
  private static final List<Step> FAULTS =
      List.of(Steps.reset(), Steps.finish(), Steps.halfHead(), Steps.cut());

  @ContractTest
  @Rule({"2.3", "2.10"})
  @Needs(Feature.FAILS_FUTURES)
  void aCertificateThatNobodyTrustsIsNotAskedForAgain(Subject subject) {
    try (FaultServer server = new FaultServer(Certificate.UNKNOWN)) {
      failsAsItDoesWithoutTheAgent(subject, server, server.url());
    }
  }

  @ContractTest
  @Rule({"2.3", "2.10"})
  @Needs(Feature.FAILS_FUTURES)
  void aCertificateForAnotherNameIsNotAskedForAgain(Subject subject) {
    try (FaultServer server = new FaultServer(Certificate.TRUSTED)) {
      String byAddress = server.url().replace("localhost", "127.0.0.1");
      failsAsItDoesWithoutTheAgent(subject, server, byAddress);
    }
  }

  @ContractTest
  @Rule({"2.2", "2.7", "2.8"})
  void anIdempotentRequestSurvivesAConnectionLostBeforeTheHead(Subject subject) {
    Subject quick = trusting(subject).with("backoff=none");
    for (Step fault : FAULTS) {
      try (FaultServer server =
          new FaultServer(Certificate.TRUSTED).plays(fault, fault, HELLO, fault, fault, HELLO)) {
        Reply get = quick.get(server.url()).send();
        Reply put = quick.put(server.url()).body(BodyKind.STREAM, 1_000).send();

        // Twice, because java.net.http alone survives one cut of a GET.
        assertThat(get.get("status")).as("%s %s", FAULTS.indexOf(fault), get).isEqualTo("200");
        assertThat(put.get("status")).as("%s %s", FAULTS.indexOf(fault), put).isEqualTo("200");
        assertThat(server.attempts()).hasSize(6);
      }
    }
  }

  @ContractTest
  @Rule({"2.2", "2.8"})
  @Needs(Feature.FAILS_FUTURES)
  void aPostIsSentOnce(Subject subject) {
    Subject trusting = trusting(subject);
    for (Step fault : FAULTS) {
      try (FaultServer server = new FaultServer(Certificate.TRUSTED).plays(fault, fault, HELLO)) {
        Reply without = trusting.bare().post(server.url()).body(BodyKind.BYTES, 100).send();
        Reply with = trusting.post(server.url()).body(BodyKind.BYTES, 100).send();

        assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
        assertThat(with.message("thrown")).isEqualTo(without.message("thrown"));
        assertThat(server.attempts()).hasSize(2);
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"2.2", "2.7"})
  void anIdempotentRequestSurvivesAHandshakeThatBreaksOff(Subject subject) {
    try (FaultServer server =
        new FaultServer(Certificate.TRUSTED).losesHandshakes(2).plays(HELLO)) {
      Subject quick = trusting(subject).with("backoff=none");
      Reply reply = quick.put(server.url()).body(BodyKind.STREAM, 1_000).send();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
      assertThat(server.connections()).isEqualTo(3);
      assertThat(server.attempts()).hasSize(1);
    }
  }

  @ContractTest
  @Rule({"2.2", "2.8"})
  @Needs(Feature.FAILS_FUTURES)
  void aPostWhoseHandshakeBreaksOffFailsAtOnce(Subject subject) {
    Subject trusting = trusting(subject);
    try (FaultServer without = new FaultServer(Certificate.TRUSTED).losesHandshakes(9);
        FaultServer with = new FaultServer(Certificate.TRUSTED).losesHandshakes(9)) {
      Reply bareReset = trusting.bare().post(without.url()).send();
      Reply reset = trusting.post(with.url()).send();
      Reply bareEnd = trusting.bare().post(without.url()).send();
      Reply end = trusting.post(with.url()).send();

      assertThat(reset.classes("thrown")).isEqualTo(bareReset.classes("thrown")).isNotEmpty();
      assertThat(reset.message("thrown")).isEqualTo(bareReset.message("thrown"));
      // Not the same class each time: two layers of HttpClient 5 may be the first to tell of it.
      assertThat(end.classes("thrown")).as("%s", bareEnd).isNotEmpty();
      assertThat(with.connections()).isEqualTo(without.connections()).isPositive();
    }
  }

  @ContractTest
  @Rule("2.1")
  @Needs(Feature.HTTP_2)
  void aHintIsFollowedOverHttp2(Subject subject) {
    try (H2Server server =
        new H2Server(Certificate.TRUSTED)
            .plays(H2Step.answer(503, "busy", "retry-after", "0"), H2Step.answer(200, "hello"))) {
      Reply reply = trusting(subject).get(server.url()).http2().send();

      assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
      assertThat(reply.get("version")).isEqualTo("HTTP_2");
      assertThat(server.attempts()).hasSize(2);
    }
  }

  private static void failsAsItDoesWithoutTheAgent(
      Subject subject, FaultServer server, String url) {
    Subject trusting = trusting(subject);
    Subject quick = trusting.with("backoff=none");

    Reply without = trusting.bare().get(url).send();
    int connections = server.connections();
    Reply with = quick.get(url).send();

    assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
    assertThat(with.message("thrown")).isEqualTo(without.message("thrown"));
    assertThat(server.connections() - connections).isEqualTo(connections).isPositive();
    assertThat(server.attempts()).isEmpty();
    assertThat(quick.bean().attributes())
        .as("no retry of any kind")
        .allSatisfy((name, value) -> assertThat(name).doesNotStartWith("RetriesByHost."));
  }

  /** Nobody listens for QUIC there. */
  @ContractTest(from = 26)
  @Rule({"1.1", "2.1"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aClientThatWouldSpeakHttp3IsRetriedOverWhatTheServerSpeaks(Subject subject) {
    try (FaultServer server = new FaultServer(Certificate.TRUSTED)) {
      server.plays(HELLO, Answer.unavailable("0"), HELLO);
      Subject trusting = trusting(subject);

      Reply without = trusting.bare().get(server.url()).set("http-version", 3).send();
      Reply with = trusting.get(server.url()).set("http-version", 3).send();

      assertThat(without.get("status")).as("%s", without).isEqualTo("200");
      assertThat(with.get("status")).as("%s", with).isEqualTo("200");
      assertThat(with.get("body.text")).isEqualTo("hello");
      assertThat(server.attempts()).hasSize(3);
    }
  }

  private static Subject trusting(Subject subject) {
    return subject.jvmArgs(Certificate.TRUSTED.trust());
  }
}
