package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.RedialBean;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Rule 8: what becomes of a response that is not the last. */
final class GivenUpResponseTest {

  @ContractTest
  @Rule("8.1")
  void theConnectionOfAShortResponseIsUsedAgain(Subject subject, FaultServer server) {
    server.plays(
        Answer.unavailable("0").body("x".repeat(15_000)), Answer.unavailable("0"), Answer.ok("up"));

    Reply reply = subject.get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(server.connections()).isEqualTo(1);
  }

  @ContractTest
  @Rule("8.1")
  void theConnectionOfALongResponseIsDropped(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0").body("x".repeat(3_000_000)), Answer.ok("up"));

    Reply reply = subject.get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("200");
    server.attempts().get(0).awaitDropped();
    assertThat(server.connections()).isEqualTo(2);
  }

  @ContractTest(slice = true)
  @Rule("8.1")
  void anEndlessResponseIsDropped(Subject subject, FaultServer server) {
    server.plays(Steps.endless(Answer.unavailable("0")), Answer.ok("up"));

    Reply reply = subject.get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("200");
    assertThat(reply.number("elapsed")).isLessThan(5_000);
    server.attempts().get(0).awaitDropped();
  }

  @ContractTest
  @Rule("8.1")
  void aResponseThatDripsDoesNotHoldTheCallUp(Subject subject, FaultServer server) {
    server.plays(
        Steps.drip(Answer.unavailable("0").body("x".repeat(60)), 60, 1_000), Answer.ok("up"));

    Reply reply = subject.with("deadline=20s").get(server.url()).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.number("elapsed")).isLessThan(20_000);
  }

  @ContractTest
  @ResourceLock("switch")
  @Rule({"8.2", "11.1"})
  void aWaitThatIsSwitchedOffReturnsTheResponseItHas(Subject subject, FaultServer server) {
    String body = "x".repeat(15_000);
    server.plays(
        Answer.of(503).header("Retry-After", "20").header("X-Kept", "yes").body(body),
        Answer.ok("late"));
    Subject switched = switched(subject);

    Pending call = switched.get(server.url()).start();
    Eventually.until(() -> switched.bean().waiting() == 1);
    Reply reply = switchedOff(switched, call);

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("header.x-kept")).isEqualTo("yes");
    assertThat(reply.number("body.length")).isEqualTo(body.length());
    assertThat(reply.number("handler.calls")).isEqualTo(1);
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @ResourceLock("switch")
  @Rule("8.2")
  void aResponseTooLongToKeepIsFetchedOnceMore(Subject subject, FaultServer server) {
    server.plays(
        Answer.of(503).header("Retry-After", "20").body("x".repeat(50_000)),
        Answer.of(503).header("Retry-After", "20").body("the last word"),
        Answer.ok("late"));
    Subject switched = switched(subject);

    Pending call = switched.get(server.url()).start();
    Eventually.until(() -> switched.bean().waiting() == 1);
    Reply reply = switchedOff(switched, call);

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("the last word");
    assertThat(reply.number("elapsed")).isLessThan(15_000);
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest(slice = true)
  @Rule({"8.3", "2.8"})
  @Needs({Feature.BLOCKING, Feature.POOL})
  void theConnectionIsDroppedBeforeAPostIsSentAgain(Subject subject) {
    for (String body : new String[] {"", "x".repeat(15_000)}) {
      try (FaultServer server =
          new FaultServer().plays(Answer.unavailable("0").body(body), Answer.ok("up"))) {
        Reply reply = subject.post(server.url()).body(BodyKind.BYTES, 5_000).send();

        assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
        server.attempts().get(0).awaitDropped();
        assertThat(server.connections()).isEqualTo(2);
      }
    }
  }

  @ContractTest(slice = true)
  @Rule({"8.3", "8.2", "2.8"})
  @Needs(Feature.JAVA_NET_HTTP)
  void theJdkDropsTheConnectionBeforeItSendsAPostAgain(Subject subject) {
    for (String body : new String[] {"", "x".repeat(15_000)}) {
      try (FaultServer server =
          new FaultServer().plays(Answer.unavailable("0").body(body), Answer.ok("up"))) {
        Reply reply = subject.post(server.url()).body(BodyKind.BYTES, 5_000).send();

        assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
        server.attempts().get(0).awaitDropped();
        assertThat(server.connections()).isEqualTo(2);
      }
    }
  }

  @ContractTest
  @Rule({"8.3", "2.1"})
  @Needs({Feature.BLOCKING, Feature.POOL})
  void aServerThatClosesTheConnectionInTheWaitGetsThePostAgain(Subject subject) {
    for (String body : new String[] {"", "sorry"}) {
      Answer later = Answer.unavailable("1").body(body);
      try (FaultServer server =
          new FaultServer().plays(Steps.answerAndClose(later), Answer.ok("up"))) {
        Reply reply = subject.post(server.url()).body(BodyKind.BYTES, 5_000).send();

        assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
        assertThat(server.attempts()).hasSize(2);
      }
    }
  }

  @ContractTest
  @ResourceLock("switch")
  @Rule({"8.3", "8.2"})
  void aPostWhoseWaitIsSwitchedOffReturnsTheResponseItHas(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("20").body("kept"), Answer.ok("late"));
    Subject switched = switched(subject);

    Pending call = switched.post(server.url()).body(BodyKind.BYTES, 5_000).start();
    Eventually.until(() -> switched.bean().waiting() == 1);
    Reply reply = switchedOff(switched, call);

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("503");
    assertThat(reply.get("body.text")).isEqualTo("kept");
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"8.3", "1.1"})
  void theConnectionOfAPostThatIsNotRetriedIsUsedAgain(Subject subject, FaultServer server) {
    server.plays(
        Answer.unavailable("0").body("one"), Answer.of(503).body("two"), Answer.ok("three"));
    Subject passive = subject.with("mode=observe");

    for (String expected : new String[] {"503", "503", "200"}) {
      Reply reply = passive.post(server.url()).body(BodyKind.BYTES, 5_000).by("kept").send();
      assertThat(reply.get("status")).as("%s", reply).isEqualTo(expected);
    }
    assertThat(server.connections()).isEqualTo(1);
  }

  /** In a process of its own, which only one such test uses at a time. */
  private static Subject switched(Subject subject) {
    return subject.jvmArgs("-Dswitched=true").with("deadline=60s");
  }

  /** What comes of a call when Redial is switched off. */
  private static Reply switchedOff(Subject switched, Pending call) {
    RedialBean bean = switched.bean();
    bean.enable(false);
    try {
      return call.reply();
    } finally {
      bean.enable(true);
    }
  }
}
