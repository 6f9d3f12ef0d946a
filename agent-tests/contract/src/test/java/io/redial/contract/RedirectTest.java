package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.Exchange;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** Rule 2.11: a redirect that the client followed by itself. */
final class RedirectTest {
  /** What fits the buffer, and what does not. */
  static final int[] SIZES = {5_000, 300_000};

  /** Bodies that Redial copies, and that the client itself can send again. */
  static final Function<ClientUnderTest, List<BodyKind>> SENT_TWICE =
      ClientUnderTest::bodiesItSendsTwice;

  /** Whether the context has served a call before. */
  static final boolean[] USED_BEFORE = {false, true};

  private static final String SMALL_BUFFER = "replay-buffer=64KiB";
  private static final Answer SEE_OTHER = Answer.of(303).header("Location", "/result");
  private static final Answer MOVED = Answer.of(307).header("Location", "/elsewhere");

  /** An asynchronous client of Apache's hangs where a file's redirect comes before its end. */
  private static final Step LATE = Steps.late(300, MOVED);

  @ContractTest(slice = true)
  @Rule("2.11")
  @Needs(Feature.REDIRECTS)
  void aPostThatBecameAGetIsNotPostedAgain(Subject subject, FaultServer server) {
    server.plays(SEE_OTHER, Answer.unavailable("0"), Answer.ok("twice?"), Answer.ok("twice?"));

    Reply reply =
        subject.post(server.url()).body(BodyKind.STRING, "pay").followingRedirects().send();

    assertThat(server.attempts()).extracting(Attempt::method).containsExactly("POST", "GET");
    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("not now");
    assertThat(reply.number("handler.calls")).isEqualTo(1);
  }

  @ContractTest
  @Rule({"2.11", "2.2"})
  @Needs(Feature.REDIRECTS)
  void aPostThatBecameAGetIsNotPostedAgainAfterAReset(Subject subject, FaultServer server) {
    server.plays(SEE_OTHER, Steps.halfHead(), Answer.ok("twice?"), Answer.ok("twice?"));

    Reply reply =
        subject.post(server.url()).body(BodyKind.STRING, "pay").followingRedirects().send();

    assertThat(reply.classes("thrown")).isNotEmpty();
    assertThat(server.attempts()).extracting(Attempt::method).containsOnlyOnce("POST");
  }

  @ContractTest
  @Rule("2.11")
  @Needs({Feature.REDIRECTS, Feature.REDIRECTED_BODY})
  void aPostThatWasSentElsewhereIsNotPostedAgain(Subject subject, FaultServer server) {
    server.plays(MOVED, Answer.unavailable("0"), Answer.ok("twice?"), Answer.ok("twice?"));

    Reply reply =
        subject.post(server.url()).body(BodyKind.STRING, "pay").followingRedirects().send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("2.11")
  @Needs(Feature.REDIRECTS)
  void theAnswerAfterARedirectIsWholeHoweverLong(Subject subject, FaultServer server) {
    Answer large = Answer.of(503).header("Retry-After", "0").body("z".repeat(200_000));
    server.plays(SEE_OTHER, large, Answer.ok("twice?"), Answer.ok("twice?"));

    Reply reply =
        subject.post(server.url()).body(BodyKind.STRING, "pay").followingRedirects().send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.number("body.length")).isEqualTo(200_000);
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("2.11")
  @Needs(Feature.REDIRECTS)
  void aPostThatWasNotRedirectedIsRetriedThoughItMightHaveBeen(
      Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("done"));

    Reply reply =
        subject.post(server.url()).body(BodyKind.STRING, "pay").followingRedirects().send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("2.11")
  @Needs(Feature.REDIRECTS)
  void aGetThatWasRedirectedIsRetried(Subject subject, FaultServer server) {
    server.plays(SEE_OTHER, Answer.unavailable("0"), SEE_OTHER, Answer.ok("done"));

    Reply reply = subject.get(server.url()).followingRedirects().send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(server.attempts()).hasSize(4);
  }

  @ContractTest
  @Rule({"2.1", "1.1"})
  @Needs({Feature.REDIRECTS, Feature.CONTEXTS})
  void whatAnotherHostWasToldToProveWhoIsCallingIsNotForTheFirst(
      Subject subject,
      FaultServer first,
      FaultServer other,
      @Each("USED_BEFORE") boolean usedBefore) {
    Answer toOther = Answer.of(302).header("Location", other.url());
    String context = "redirected-" + first.url();
    if (usedBefore) {
      first.plays(Answer.ok("before"));
      withContext(context, subject, first, other).send();
    }
    // Enough for one more: an exchange of HttpAsyncClient 4.0 may break off after the 401.
    for (int i = 0; i < 5; i++) {
      first.plays(toOther);
      other.plays(exchange -> secretly(other, exchange), exchange -> secretly(other, exchange));
    }

    Reply reply = withContext(context, subject, first, other).send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(reply.get("body.text")).isEqualTo("there");
    assertThat(first.attempts()).hasSizeGreaterThan(usedBefore ? 2 : 1);
    assertThat(first.attempts()).noneMatch(RedirectTest::tellsWhoIsCalling);
    assertThat(other.attempts()).anyMatch(RedirectTest::tellsWhoIsCalling);
  }

  /** Whoever does not say who is calling is asked; the first who does is told to come again. */
  private static boolean secretly(FaultServer server, Exchange exchange) throws IOException {
    Answer answer = Answer.of(401).header("WWW-Authenticate", "Basic realm=\"there\"");
    if (tellsWhoIsCalling(exchange.attempt())) {
      long told = server.attempts().stream().filter(RedirectTest::tellsWhoIsCalling).count();
      answer = told > 1 ? Answer.ok("there") : Answer.unavailable("0");
    }
    return answer.play(exchange);
  }

  private static boolean tellsWhoIsCalling(Attempt attempt) {
    return attempt.header("Authorization") != null;
  }

  private static Sending withContext(
      String context, Subject subject, FaultServer first, FaultServer other) {
    return subject
        .get(first.url())
        .followingRedirects()
        .set("way", "context")
        .set("context", context)
        .set("user-at", URI.create(other.url()).getPort());
  }

  @ContractTest
  @Rule({"2.11", "6.4"})
  @Needs({Feature.REDIRECTS, Feature.REDIRECTED_BODY, Feature.SENDS_COPIED_BODIES_TWICE})
  void theClientsOwnResendGetsTheApplicationsBody(
      Subject subject,
      FaultServer own,
      @Each("SENT_TWICE") BodyKind kind,
      @Each("SIZES") int size) {
    own.plays(LATE, Answer.ok("there"));

    Sending post = subject.with(SMALL_BUFFER).post(own.url()).body(kind, size).followingRedirects();

    assertThat(post.send().get("status")).isEqualTo("200");
    assertBodies(own.attempts(), post);
  }

  @ContractTest
  @Rule({"2.11", "6.4"})
  @Needs({
    Feature.REDIRECTS,
    Feature.REDIRECTED_BODY,
    Feature.SENDS_COPIED_BODIES_TWICE,
    Feature.HTTP_2
  })
  void theClientsOwnResendGetsTheApplicationsBodyOverHttp2(
      Subject subject, H2Server own, @Each("SENT_TWICE") BodyKind kind, @Each("SIZES") int size) {
    H2Step moved = H2Step.answer(307, "", "location", "/elsewhere");
    own.plays(moved, H2Step.answer(200, "there"));

    Sending post =
        subject.with(SMALL_BUFFER).post(own.url()).http2().body(kind, size).followingRedirects();

    assertThat(post.send().get("status")).isEqualTo("200");
    assertBodies(own.attempts(), post);
  }

  @ContractTest
  @Rule({"6.1", "6.3"})
  @Needs({Feature.REDIRECTS, Feature.REDIRECTED_PUT, Feature.SENDS_COPIED_BODIES_TWICE})
  void aRetryAfterTheClientsOwnResendSendsTheSame(
      Subject subject, FaultServer own, @Each("SENT_TWICE") BodyKind kind) {
    own.plays(LATE, Answer.unavailable("0"), LATE, Answer.ok("there"));

    Sending put = subject.put(own.url()).body(kind, 5_000).followingRedirects();

    assertThat(put.send().get("status")).isEqualTo("200");
    assertThat(own.attempts()).hasSize(4);
    assertBodies(own.attempts(), put);
  }

  private static void assertBodies(List<Attempt> attempts, Sending sent) {
    assertThat(attempts).hasSizeGreaterThan(1);
    for (Attempt attempt : attempts) {
      assertThat(attempt.body()).isEqualTo(sent.bytes());
    }
  }

  @ContractTest(slice = true)
  @Rule({"2.11", "7.2"})
  @Needs({Feature.REDIRECTS, Feature.INTERCEPTORS})
  void aPostThatBecameAGetStaysOneThoughAnInterceptorUsedItsContext(
      Subject subject, FaultServer server, FaultServer tokens) {
    server.plays(SEE_OTHER, Answer.unavailable("0"), Answer.ok("twice?"), Answer.ok("twice?"));
    tokens.plays(Answer.ok("first"), Answer.ok("second"), Answer.ok("third"));

    Reply reply =
        subject
            .post(server.url())
            .body(BodyKind.STRING, "pay")
            .followingRedirects()
            .set("token-from", tokens.url())
            .set("token-context", "same")
            .send();

    assertThat(server.attempts()).extracting(Attempt::method).containsExactly("POST", "GET");
    assertThat(reply.get("status")).isEqualTo("503");
  }

  @ContractTest
  @Rule({"2.11", "7.2"})
  @Needs({Feature.REDIRECTS, Feature.INTERCEPTORS})
  void aPostNotRedirectedIsRetriedThoughAnInterceptorUsedItsContext(
      Subject subject, FaultServer server, FaultServer tokens) {
    server.plays(Answer.unavailable("0"), Answer.ok("done"));
    tokens.plays(Answer.ok("first"), Answer.ok("second"));

    Reply reply =
        subject
            .post(server.url())
            .body(BodyKind.STRING, "pay")
            .followingRedirects()
            .set("token-from", tokens.url())
            .set("token-context", "same")
            .send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule("2.11")
  @Needs({Feature.REDIRECTS, Feature.SHARED_CONTEXT})
  void aPostThatBecameAGetStaysOneThoughACallSharesItsContext(
      Subject subject, FaultServer server, FaultServer other) {
    other.plays(Answer.ok("another"));
    isNotPostedAgainThough(subject.get(other.url()), subject, server);
  }

  @ContractTest
  @Rule("2.11")
  @Needs({Feature.REDIRECTS, Feature.SHARED_CONTEXT})
  void aPostThatBecameAGetStaysOneThoughALeftCallSharesItsContext(
      Subject subject, FaultServer server, FaultServer other) {
    other.plays(Answer.ok("another"));
    Sending leftAlone = subject.get(other.url()).header("amz-sdk-request", "mine");
    isNotPostedAgainThough(leftAlone, subject, server);
  }

  /** A POST that became a GET, while another call uses its context. */
  private static void isNotPostedAgainThough(
      Sending meanwhile, Subject subject, FaultServer server) {
    CountDownLatch shared = new CountDownLatch(1);
    server.plays(SEE_OTHER, Steps.after(shared, Answer.unavailable("0")));
    server.plays(Answer.ok("twice?"), Answer.ok("twice?"));

    Pending post = sharing(server, subject.post(server.url()).body(BodyKind.STRING, "pay")).start();
    Eventually.until(() -> server.attempts().size() == 2);
    sharing(server, meanwhile).send();
    shared.countDown();

    assertThat(post.reply().get("status")).isEqualTo("503");
    assertThat(server.attempts()).extracting(Attempt::method).containsExactly("POST", "GET");
  }

  private static Sending sharing(FaultServer server, Sending call) {
    return call.followingRedirects().set("way", "context").set("context", server.url());
  }
}
