package io.redial.contract;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.RedialBean;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.Origin;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** The rules over HTTP/2, above all 2.2, 2.4 and 2.7. */
final class Http2Test {
  private static final H2Step HELLO = H2Step.answer(200, "hello");
  private static final H2Step BUSY = H2Step.answer(503, "busy", "retry-after", "0");

  static final Set<BodyKind> BODIES = EnumSet.complementOf(EnumSet.of(BodyKind.NONE));

  private static final List<String> ANY_OF =
      List.of(
          "java.net.SocketException",
          "org.apache.hc.core5.http.ConnectionClosedException",
          "org.apache.hc.core5.http.RequestNotExecutedException",
          "org.apache.hc.core5.http2.H2StreamResetException");

  @ContractTest(slice = true)
  @Rule({"2.1", "1.1"})
  @Needs(Feature.HTTP_2)
  void aHintIsFollowed(Subject subject, Origin origin) {
    origin.replies(aResponse().withStatus(503).withHeader("Retry-After", "0"), ok("hello"));

    Reply reply = subject.get(origin.url()).http2().send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(reply.get("version")).isEqualTo("HTTP_2");
    assertThat(origin.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"6.1", "6.3", "8.1"})
  @Needs(Feature.HTTP_2)
  void everyKindOfBodyIsSentAgainByteForByte(
      Subject subject, H2Server server, @Each("BODIES") BodyKind kind) {
    server.plays(HELLO, BUSY, HELLO);

    subject.get(server.url()).http2().by("bodies " + kind).send();
    Sending post = subject.post(server.url()).http2().by("bodies " + kind).body(kind, 50_000);
    Reply reply = post.send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.get("version")).isEqualTo("HTTP_2");
    assertThat(server.attempts().get(1).body()).isEqualTo(post.bytes());
    assertThat(server.attempts().get(2).body()).isEqualTo(post.bytes());
    assertThat(server.connections()).isEqualTo(1);
  }

  @ContractTest(slice = true)
  @Rule({"2.2", "2.7"})
  @Needs({Feature.HTTP_2, Feature.HTTP_2_BODY_LOSS})
  void anIdempotentRequestSurvivesALostConnection(Subject subject) {
    for (H2Step fault : List.of(H2Step.lose(), H2Step.finish(), H2Step.goAwayUnanswered())) {
      try (H2Server server = new H2Server().plays(HELLO, fault, HELLO)) {
        // Not at once: a session that is closing still takes requests, and loses some of them.
        Subject quick = subject.with("backoff=fixed:200ms");
        quick.get(server.url()).http2().by(server.url()).send();
        Reply reply =
            quick.put(server.url()).http2().by(server.url()).body(BodyKind.STREAM, 1_000).send();

        assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
        assertThat(server.attempts()).hasSize(3);
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"2.2", "2.8"})
  @Needs(Feature.HTTP_2)
  void aPostOnALostConnectionEndsAsItDoesWithoutTheAgent(Subject subject) {
    for (H2Step fault : List.of(H2Step.lose(), H2Step.finish(), H2Step.goAwayUnanswered())) {
      try (H2Server without = new H2Server().plays(HELLO, fault, HELLO);
          H2Server with = new H2Server().plays(HELLO, fault, HELLO)) {
        Reply bare = postAfterGet(subject.bare(), without);
        Reply agent = postAfterGet(subject, with);

        assertThat(agent.get("status")).isEqualTo(bare.get("status"));
        assertThat(lost(agent, subject)).isEqualTo(lost(bare, subject)).isNotEmpty();
        assertThat(with.attempts()).hasSize(2);
      }
    }
  }

  /**
   * The exceptions; one name for those of which HttpClient 5.1 to 5.4 takes any: it ends a stream
   * that was reset a second time, on another thread.
   */
  private static List<String> lost(Reply reply, Subject subject) {
    List<String> classes = reply.classes("thrown");
    return subject.client().label().matches("apache5-async.*-5[.][1-4][.].*")
        ? classes.stream().map(name -> ANY_OF.contains(name) ? "lost" : name).toList()
        : classes;
  }

  @ContractTest
  @Rule({"2.4", "2.8"})
  @Needs(Feature.HTTP_2)
  void aPostThatWasSentIsNoUnprocessedOne(Subject subject) {
    for (H2Step fault : List.of(H2Step.lose(), H2Step.finish(), H2Step.goAwayUnanswered())) {
      try (H2Server server = new H2Server().plays(HELLO, fault, HELLO)) {
        postAfterGet(subject.with("retry-on=retry-after+unprocessed,backoff=none"), server);

        assertThat(server.attempts()).hasSize(2);
      }
    }
  }

  @ContractTest
  @Rule({"2.4", "2.7"})
  @Needs(Feature.HTTP_2)
  void aRefusedStreamOfAnyMethodIsRepeatedIfTheOptionSaysSo(Subject subject) {
    try (H2Server server = new H2Server().plays(HELLO, H2Step.refuse(), HELLO)) {
      Reply reply =
          postAfterGet(subject.with("retry-on=retry-after+unprocessed,backoff=none"), server);

      assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
      assertThat(server.attempts()).hasSize(3);
    }
  }

  /** Apache's clients wait for a stream to end. */
  @ContractTest
  @Rule({"2.4", "2.7"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aPostForWhichNoStreamIsFreeWasNotSent(Subject subject) {
    CountDownLatch busy = new CountDownLatch(1);
    Subject configured =
        subject.with("retry-on=unprocessed,backoff=fixed:20ms,max-error-retries=none,budget=off");
    configured = configured.with("max-retries=none");
    try (H2Server server = new H2Server().plays(HELLO, H2Step.after(busy, HELLO), HELLO)) {
      server.allowsStreams(1);
      Sending first = configured.get(server.url()).http2().by(server.url());
      first.send();
      Pending held = first.start();
      Eventually.until(() -> server.attempts().size() == 2);
      Pending post =
          configured
              .post(server.url())
              .http2()
              .by(server.url())
              .body(BodyKind.STRING, "pay")
              .start();
      RedialBean bean = configured.bean();
      Eventually.until(() -> bean.retries("unprocessed") > 0 || post.done());
      busy.countDown();

      assertThat(post.reply().get("status")).as("%s", post.reply()).isEqualTo("200");
      assertThat(held.reply().get("status")).isEqualTo("200");
      assertThat(server.attempts()).hasSize(3);
    } finally {
      busy.countDown();
    }
  }

  @ContractTest(slice = true)
  @Rule({"2.4", "1.1"})
  @Needs(Feature.HTTP_2)
  void aRefusedStreamEndsAsItDoesWithoutTheAgentByDefault(Subject subject) {
    endsAsItDoesWithoutTheAgent(subject, H2Step.refuse());
  }

  @ContractTest(slice = true)
  @Rule({"2.4", "1.1"})
  @Needs({Feature.HTTP_2, Feature.GOAWAY})
  void aStreamBeyondAGoAwayEndsAsItDoesWithoutTheAgentByDefault(Subject subject) {
    endsAsItDoesWithoutTheAgent(subject, H2Step.goAwayBefore());
  }

  private static void endsAsItDoesWithoutTheAgent(Subject subject, H2Step refusal) {
    try (H2Server without = new H2Server().plays(HELLO, refusal, HELLO);
        H2Server with = new H2Server().plays(HELLO, refusal, HELLO)) {
      Reply bare = postAfterGet(subject.bare(), without);
      Reply agent = postAfterGet(subject, with);

      assertThat(agent.get("status"))
          .as("%s instead of %s", agent, bare)
          .isEqualTo(bare.get("status"));
      assertThat(lost(agent, subject)).isEqualTo(lost(bare, subject));
      assertThat(with.attempts()).hasSameSizeAs(without.attempts());
    }
  }

  @ContractTest
  @Rule("2.7")
  @Needs(Feature.HTTP_2)
  void aStreamThatTheServerBreaksOffIsNoLostConnection(Subject subject) {
    try (H2Server without = new H2Server().plays(HELLO, H2Step.internalError(), HELLO);
        H2Server with = new H2Server().plays(HELLO, H2Step.internalError(), HELLO)) {
      Reply bare = postAfterGet(subject.bare(), without);
      Reply agent = postAfterGet(subject, with);

      assertThat(lost(agent, subject)).isEqualTo(lost(bare, subject)).isNotEmpty();
      assertThat(with.attempts()).hasSize(2);
    }
  }

  @ContractTest
  @Rule({"1.1", "1.3"})
  @Needs({Feature.HTTP_2, Feature.FUTURE, Feature.JAVA_NET_HTTP})
  void pushedResourcesReachTheApplication(Subject subject) {
    H2Step pushing =
        stream -> {
          stream.push(2, "/pushed", "pushed");
          stream.answer(200, "hello");
        };
    try (H2Server server = new H2Server().plays(pushing, pushing)) {
      Map<String, String> without = push(subject.bare(), server);
      Map<String, String> with = push(subject, server);

      assertThat(with).isEqualTo(without).containsEntry("push./pushed", "pushed");
    }
  }

  @ContractTest
  @Rule("1.3")
  @Needs({Feature.HTTP_2, Feature.FUTURE, Feature.JAVA_NET_HTTP})
  void anAcceptedPushCommitsTheCall(Subject subject) {
    H2Step pushing =
        stream -> {
          stream.push(2, "/pushed", "pushed");
          stream.answer(503, "busy", "retry-after", "0");
        };
    try (H2Server server = new H2Server().plays(pushing, HELLO)) {
      Map<String, String> outcome = push(subject, server);

      assertThat(outcome).containsEntry("status", "503").containsEntry("push./pushed", "pushed");
      assertThat(server.attempts()).hasSize(1);
    }
  }

  private static Map<String, String> push(Subject subject, H2Server server) {
    Map<String, String> outcome =
        subject.run("io.redial.subjects.jdk.JdkPush", Map.of("url", server.url()));
    outcome.remove("id");
    return outcome;
  }

  /** The first request upgrades the connection, the second is a stream like any other. */
  private static Reply postAfterGet(Subject subject, H2Server server) {
    subject.get(server.url()).http2().by(server.url()).send();
    return subject.post(server.url()).http2().by(server.url()).body(BodyKind.STRING, "pay").send();
  }
}
