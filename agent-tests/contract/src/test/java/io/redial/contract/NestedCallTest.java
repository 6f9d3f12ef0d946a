package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Rules 7.2 to 7.4: calls within calls, and callers that retry by themselves. */
final class NestedCallTest {

  @ContractTest
  @Rule("7.4")
  void aLoopAboveTheClientDoesNotMultiplyTheAttempts(Subject subject, FaultServer server) {
    server.plays(Collections.nCopies(40, Answer.unavailable("0")).toArray(new Step[0]));
    Subject retrying = subject.with("max-retries=2,jitter=none,backoff=none");

    Reply last = retrying.get(server.url("/items?id=1")).set("tries", 5).send();
    assertThat(last.get("status")).isEqualTo("503");
    assertThat(server.attempts()).hasSize(3 + 4);

    retrying.get(server.url("/items?id=2")).send();
    assertThat(server.attempts()).hasSize(3 + 4 + 3);
  }

  @ContractTest
  @Rule("7.2")
  @Needs(Feature.JAVA_NET_HTTP)
  void aCallMadeByABodyHandlerIsACallOfItsOwn(
      Subject subject, FaultServer outer, FaultServer inner) {
    outer.plays(Answer.unavailable("0"), Answer.ok("outer"));
    inner.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("inner"));

    assertThat(nested("handler", subject, outer, inner))
        .containsEntry("outer", "200")
        .containsEntry("inner", "200");
    assertThat(outer.attempts()).hasSize(2);
    assertThat(inner.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule("7.2")
  @Needs(Feature.JAVA_NET_HTTP)
  void aCallMadeByAnAuthenticatorIsACallOfItsOwn(
      Subject subject, FaultServer outer, FaultServer inner) {
    Answer who = Answer.of(401).header("WWW-Authenticate", "Basic realm=\"here\"");
    outer.plays(who, Answer.unavailable("0"), Answer.ok("outer"));
    inner.plays(Answer.unavailable("0"), Answer.ok("inner"));

    assertThat(nested("authenticator", subject, outer, inner))
        .containsEntry("outer", "200")
        .containsEntry("inner", "200");
    assertThat(inner.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"7.1", "7.2"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aFailureInAnAuthenticatorOrHandlerIsRetriedInnermostOnly(Subject subject) {
    for (String where : List.of("authenticator", "handler")) {
      isRetriedInTheInnermost(where, 2, subject);
      isRetriedInTheInnermost(where, 3, subject);
    }
  }

  private static void isRetriedInTheInnermost(String where, int levels, Subject subject) {
    Answer who = Answer.of(401).header("WWW-Authenticate", "Basic realm=\"here\"");
    Answer first = where.equals("handler") ? Answer.ok("up") : who;
    int byItself = subject.jdk().feature() < 26 ? 2 : 5;
    try (FaultServer outer = new FaultServer().plays(first, who, who, who);
        FaultServer middle = new FaultServer().plays(first, who, who, who);
        FaultServer inner = new FaultServer()) {
      inner.plays(Collections.nCopies(40, Steps.reset()).toArray(new Step[0]));
      Subject retrying = subject.with("max-retries=2,backoff=none");
      String between = levels == 3 ? middle.url() : "";

      assertThatThrownBy(() -> run(where, retrying, outer, inner, between)).isNotNull();

      assertThat(inner.attempts()).as(where).hasSize(byItself + 2);
      assertThat(middle.attempts()).as(where).hasSize(levels - 2);
      assertThat(outer.attempts()).as(where).hasSize(1);
    }
  }

  @ContractTest
  @Rule("7.2")
  @Needs(Feature.JAVA_NET_HTTP)
  void aCallMadeByABodyPublisherIsACallOfItsOwn(
      Subject subject, FaultServer outer, FaultServer inner) {
    outer.plays(Answer.unavailable("0"), Answer.ok("outer"));
    inner.plays(Answer.unavailable("0"), Answer.ok("inner"));

    assertThat(nested("publisher", subject, outer, inner))
        .containsEntry("outer", "200")
        .containsEntry("inner", "200");
    assertThat(inner.attempts()).hasSize(2);
    assertThat(outer.attempts()).hasSize(2);
    assertThat(outer.attempts().get(1).text()).isEqualTo("after the inner call");
  }

  @ContractTest(slice = true)
  @Rule("7.2")
  @Needs(Feature.INTERCEPTORS)
  void aCallMadeByAnInterceptorIsACallOfItsOwn(
      Subject subject, FaultServer outer, FaultServer tokens) {
    outer.plays(Answer.unavailable("0"), Answer.ok("outer"));
    tokens.plays(Answer.unavailable("0"), Answer.ok("first"), Answer.ok("second"));

    Reply reply = asking(tokens, subject.post(outer.url()).body(BodyKind.STREAM, 5_000)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("outer");
    assertThat(sentTokens(outer)).containsExactly("first", "second");
    assertThat(tokens.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule("7.2")
  @Needs({Feature.INTERCEPTORS, Feature.BLOCKING})
  void anInterceptorMayUseTheSameClient(Subject subject, FaultServer outer, FaultServer tokens) {
    outer.plays(Answer.unavailable("0"), Answer.ok("outer"));
    tokens.plays(Answer.unavailable("0"), Answer.ok("first"));
    tokens.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("second"));

    Reply reply = asking(tokens, subject.get(outer.url())).set("token-by", "same").send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("outer");
    assertThat(sentTokens(outer)).containsExactly("first", "second");
    assertThat(tokens.attempts()).hasSize(5);
  }

  @ContractTest
  @Rule({"7.2", "1.2", "5.1"})
  @Needs(Feature.INTERCEPTORS)
  void theSurrenderOfAnInterceptorsCallLeavesTheCallItsRetries(
      Subject subject, FaultServer outer, FaultServer tokens) {
    outer.plays(Answer.unavailable("0"), Answer.unavailable("0").body("the last"));
    tokens.plays(Answer.unavailable("0"), Answer.unavailable("0"));
    tokens.plays(Answer.ok("second"));
    Subject configured = subject.with("max-retries=1");

    Reply reply = asking(tokens, configured.get(outer.url())).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("the last");
    assertThat(sentTokens(outer)).containsExactly("503", "second");
    assertThat(tokens.attempts()).hasSize(3);
    assertThat(configured.bean().retries("retry-after")).isEqualTo(2);
    assertThat(configured.bean().refusals("max-retries")).isEqualTo(2);
  }

  @ContractTest
  @Rule({"7.2", "7.1"})
  @Needs(Feature.INTERCEPTORS)
  void theFailureOfAnInterceptorsCallLeavesTheCallItsRetries(
      Subject subject, FaultServer outer, FaultServer tokens) {
    outer.plays(Steps.reset(), Answer.ok("outer"));
    tokens.plays(Steps.reset(), Steps.reset(), Answer.ok("second"));
    Subject once = subject.with("max-retries=1,backoff=none");

    Reply reply = asking(tokens, once.get(outer.url())).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("outer");
    assertThat(sentTokens(outer)).containsExactly("java.net.SocketException", "second");
    assertThat(tokens.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule({"7.2", "7.1"})
  @Needs(Feature.INTERCEPTORS)
  void aFailureThatAnInterceptorLetsThroughHasHadItsRetries(
      Subject subject, FaultServer outer, FaultServer tokens) {
    for (int i = 0; i < 12; i++) {
      tokens.plays(Steps.reset());
    }
    Subject once = subject.with("max-retries=1,backoff=none");

    Reply reply = asking(tokens, once.get(outer.url())).set("token-needed", "yes").send();

    assertThat(reply.classes("thrown")).contains("java.net.SocketException");
    assertThat(outer.attempts()).isEmpty();
    assertThat(tokens.attempts()).hasSize(2); // One call and its retry, in one attempt.
  }

  /** The outer client's own layer throws a new NoHttpResponseException, without a cause. */
  @ContractTest
  @Rule({"7.2", "7.1"})
  @Needs(Feature.INTERCEPTORS)
  void aNestedFailureThatTheClientReplacesHasHadItsRetries(
      Subject subject, FaultServer outer, FaultServer tokens, FaultServer inner) {
    Subject once = subject.with("max-retries=1,backoff=none");
    for (String deepest : List.of(tokens.url(), inner.url())) {
      FaultServer closing = deepest.equals(inner.url()) ? inner : tokens;
      closing.plays(Collections.nCopies(20, Steps.finish()).toArray(new Step[0]));
      Sending call = asking(tokens, once.get(outer.url()).by(deepest)).set("token-needed", "yes");
      call = closing == inner ? call.set("token-token-from", inner.url()) : call;

      Reply reply = call.send();

      assertThat(reply.classes("thrown"))
          .as("%s", reply)
          .anyMatch(name -> name.endsWith(".NoHttpResponseException"));
      assertThat(outer.attempts()).isEmpty();
      assertThat(closing.attempts()).hasSize(2); // One call and its retry, in one attempt.
    }
  }

  @ContractTest
  @Rule({"7.2", "7.1"})
  @Needs(Feature.INTERCEPTORS)
  void aFailureOfThreeNestedCallsIsRetriedInnermostOnly(
      Subject subject, FaultServer outer, FaultServer tokens, FaultServer inner) {
    inner.plays(Collections.nCopies(40, Steps.reset()).toArray(new Step[0]));
    Subject once = subject.with("max-retries=1,backoff=none");

    Reply reply =
        asking(tokens, once.get(outer.url()))
            .set("token-needed", "yes")
            .set("token-token-from", inner.url())
            .send();

    assertThat(reply.classes("thrown")).contains("java.net.SocketException");
    assertThat(outer.attempts()).isEmpty();
    assertThat(tokens.attempts()).isEmpty();
    assertThat(inner.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"7.2", "7.1", "7.3"})
  @Needs(Feature.INTERCEPTORS)
  void anInterceptorsCallThatIsLeftAloneHasItsClientsOwnRetries(
      Subject subject, FaultServer outer, FaultServer tokens) {
    outer.plays(Answer.unavailable("0"), Answer.ok("outer"));
    Answer hinted = Answer.of(500).header("Retry-After", "0"); // Redial would, the client does not.
    tokens.plays(Steps.reset(), Answer.ok("first"), hinted);

    Reply reply =
        asking(tokens, subject.get(outer.url())).set("token-mark", "amz-sdk-request").send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("outer");
    assertThat(sentTokens(outer)).containsExactly("first", "500");
    assertThat(tokens.attempts()).hasSize(3);
  }

  @ContractTest
  @Rule({"7.1", "7.2"})
  @Needs({Feature.FUTURE, Feature.SHARED_CONTEXT})
  void ofCallsOnOneContextEachHasItsOwnRetriesOnly(
      Subject subject, FaultServer server, FaultServer others) {
    CountDownLatch asked = new CountDownLatch(1);
    others.plays(
        exchange -> {
          asked.countDown();
          return Steps.late(1_000, Answer.ok("posted")).play(exchange);
        });
    server.plays(Steps.after(asked, Steps.reset()), Steps.reset(), Steps.reset(), Steps.reset());

    Map<String, String> told =
        subject
            .with("backoff=none,jitter=none,max-retries=1,budget=off")
            .run(
                "io.redial.subjects.apache5.CallsOnOneContext",
                Map.of("url", server.url(), "other", others.url()));

    assertThat(told).containsEntry("post", "200").containsEntry("get", "failed");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"7.2", "6.5"})
  @Needs({Feature.INTERCEPTORS, Feature.BLOCKING, Feature.SHARED_CONTEXT})
  void aContextThatIsAlwaysInUseHoldsNothingOfCallsThatAreOver(
      Subject subject, FaultServer server) {
    for (int i = 0; i < 40; i++) {
      server.plays(Answer.ok("done"));
    }
    Map<String, String> told =
        subject.run(
            "io.redial.subjects.apache5.SharedContext", Map.of("url", server.url(), "calls", "40"));

    assertThat(Integer.parseInt(told.get("held"))).isLessThanOrEqualTo(2);
  }

  @ContractTest
  @Rule({"7.3", "11.4"})
  void aCallerThatRetriesByItselfIsLeftAlone(Subject subject, FaultServer server) {
    String[] marks = {
      "amz-sdk-request",
      "amz-sdk-retry",
      "x-stainless-retry-count",
      "armeria-retry-count",
      "opc-client-retries"
    };
    for (String mark : marks) {
      server.plays(Answer.unavailable("0"));

      Reply reply = subject.get(server.url()).header(mark, "1").send();

      assertThat(reply.get("status")).as(mark).isEqualTo("503");
    }
    assertThat(server.attempts()).hasSize(marks.length);
    Eventually.until(
        () -> subject.bean().refusals("deferred") == marks.length); // The future comes first.
  }

  @ContractTest
  @Rule("7.3")
  void theOptionNamesTheMarks(Subject subject, FaultServer server) {
    Subject own = subject.with("defer-to=x-own-retry");
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));

    assertThat(own.get(server.url()).header("X-Own-Retry", "1").send().get("status"))
        .isEqualTo("503");
    assertThat(own.get(server.url()).header("amz-sdk-request", "1").send().get("status"))
        .isEqualTo("200");
  }

  /** Sent by a client with retries of its own, of which an interceptor asks for tokens. */
  private static Sending asking(FaultServer tokens, Sending call) {
    return call.set("token-from", tokens.url()).set("own-retries", true);
  }

  private static List<String> sentTokens(FaultServer outer) {
    return outer.attempts().stream().map(attempt -> attempt.header("X-Token")).toList();
  }

  private static Map<String, String> nested(
      String where, Subject subject, FaultServer outer, FaultServer inner) {
    return run(where, subject, outer, inner, "");
  }

  /** By way of the URL between them, unless it is empty. */
  private static Map<String, String> run(
      String where, Subject subject, FaultServer outer, FaultServer inner, String between) {
    return subject.run(
        "io.redial.subjects.jdk.JdkNested",
        Map.of(
            "where", where,
            "async", String.valueOf(subject.can(Feature.FUTURE)),
            "outer", outer.url(),
            "between", between,
            "inner", inner.url()));
  }
}
