package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reply;
import java.util.Map;

/** Rules 7.2 and 7.3: calls within calls, and callers that retry by themselves. */
final class NestedCallTest {

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

  @ContractTest
  @Rule({"7.3", "11.4"})
  void aCallerThatRetriesByItselfIsLeftAlone(Subject subject, FaultServer server) {
    Subject alone = subject.alone();
    String[] marks = {"amz-sdk-request", "x-stainless-retry-count", "armeria-retry-count"};
    for (String mark : marks) {
      server.plays(Answer.unavailable("0"));

      Reply reply = alone.get(server.url()).header(mark, "1").send();

      assertThat(reply.get("status")).as(mark).isEqualTo("503");
    }
    assertThat(server.attempts()).hasSize(marks.length);
    assertThat(alone.bean().refusals("deferred")).isEqualTo(marks.length);
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

  private static Map<String, String> nested(
      String where, Subject subject, FaultServer outer, FaultServer inner) {
    return subject.run(
        "io.redial.subjects.jdk.JdkNested",
        Map.of(
            "where", where,
            "async", String.valueOf(subject.can(Feature.FUTURE)),
            "outer", outer.url(),
            "inner", inner.url()));
  }
}
