package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.Exchange;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.net.URI;

/** Rule 2.11: a redirect that the client followed by itself. */
final class RedirectTest {
  private static final Answer SEE_OTHER = Answer.of(303).header("Location", "/result");
  private static final Answer MOVED = Answer.of(307).header("Location", "/elsewhere");

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
  void whatAnotherHostWasToldToProveWhoIsCallingIsNotForTheFirst(Subject subject) {
    for (boolean usedBefore : new boolean[] {false, true}) {
      try (FaultServer first = new FaultServer();
          FaultServer other = new FaultServer()) {
        Answer toOther = Answer.of(302).header("Location", other.url());
        Answer challenge = Answer.of(401).header("WWW-Authenticate", "Basic realm=\"there\"");
        String context = "redirected-" + first.url();
        if (usedBefore) {
          first.plays(Answer.ok("before"));
          withContext(context, subject, first, other).send();
        }
        first.plays(toOther, toOther);
        Step asked = exchange -> (told(exchange) ? Answer.ok("there") : challenge).play(exchange);
        other.plays(challenge, Answer.unavailable("0"), asked, Answer.ok("there"));

        Reply reply = withContext(context, subject, first, other).send();

        assertThat(reply.get("status")).isEqualTo("200");
        assertThat(reply.get("body.text")).isEqualTo("there");
        assertThat(first.attempts()).hasSize(usedBefore ? 3 : 2);
        assertThat(first.attempts()).extracting(a -> a.header("Authorization")).containsOnlyNulls();
        assertThat(other.attempts().get(1).header("Authorization")).startsWith("Basic ");
      }
    }
  }

  private static boolean told(Exchange exchange) {
    return exchange.attempt().header("Authorization") != null;
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
  @Needs({Feature.REDIRECTS, Feature.REDIRECTED_BODY})
  void theClientsOwnResendGetsTheApplicationsBody(Subject subject) {
    for (BodyKind kind : subject.client().bodiesItSendsTwice()) {
      try (FaultServer own = new FaultServer().plays(MOVED, Answer.ok("there"))) {
        var post =
            subject
                .with("replay-buffer=64KiB:1MiB")
                .post(own.url())
                .body(kind, 300_000)
                .followingRedirects();

        assertThat(post.send().get("status")).isEqualTo("200");
        assertThat(own.attempts().get(0).body()).isEqualTo(post.bytes());
        assertThat(own.attempts().get(1).body()).isEqualTo(post.bytes());
      }
    }
  }
}
