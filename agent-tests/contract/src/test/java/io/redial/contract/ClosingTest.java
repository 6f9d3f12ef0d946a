package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.ControlScenario;
import io.redial.subjects.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Rules 5.4 and 8.2: a client that is closed while calls wait (Java 21 and newer). */
final class ClosingTest {
  private static final Answer LATER = Answer.unavailable("20").body("kept");

  @ContractTest(from = 21, slice = true)
  @Rule({"5.4", "8.2"})
  @Needs(Feature.JAVA_NET_HTTP)
  void anOrderlyShutdownEndsAWaitWithTheResponseItHas(Subject subject) {
    for (String way : new String[] {"shutdown", "close"}) {
      try (FaultServer server = new FaultServer().plays(LATER, Answer.ok("late"))) {
        Subject configured = subject.with("deadline=60s");

        Pending call = configured.get(server.url()).by("closed " + server.url("")).start();
        Eventually.until(() -> configured.bean().waiting() == 1);
        call.toClient(way);
        Reply reply = call.reply();

        assertThat(reply.get("status")).as("%s %s", way, reply).isEqualTo("503");
        assertThat(reply.get("body.text")).isEqualTo("kept");
        assertThat(reply.number("elapsed")).isLessThan(15_000);
        assertThat(server.attempts()).hasSize(1);
      }
    }
  }

  @ContractTest(from = 21, slice = true)
  @Rule({"5.4", "8.2"})
  @Needs(Feature.JAVA_NET_HTTP)
  void anOrderlyShutdownAllowsALastAttemptIfNoResponseWasKept(Subject subject) {
    int calls = 8;
    Answer tooLong = Answer.unavailable("20").body("x".repeat(100_000));
    for (String way : new String[] {"shutdown", "close"}) {
      try (FaultServer server = new FaultServer()) {
        server.plays(Collections.nCopies(calls, tooLong).toArray(new Step[0]));
        server.plays(Collections.nCopies(calls, Answer.unavailable("20")).toArray(new Step[0]));
        Subject configured = subject.with("deadline=60s,drain=1KiB");
        List<Pending> pending = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
          pending.add(configured.get(server.url()).by("closed " + server.url("")).start());
        }
        Eventually.until(() -> configured.bean().waiting() == calls);
        pending.get(0).toClient(way);

        for (Pending call : pending) {
          Reply reply = call.reply();
          assertThat(reply.get("status")).as("%s %s", way, reply).isEqualTo("503");
          assertThat(reply.get("body.text")).isEqualTo("not now");
        }
        assertThat(server.attempts()).hasSize(2 * calls);
      }
    }
  }

  @ContractTest(from = 21, slice = true)
  @Rule({"5.4", "8.2"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void closeReturnsWhenTheCallsThatWaitHaveTheirOutcome(Subject subject) {
    int calls = 20;
    for (String drain : new String[] {"drain=64KiB", "drain=1KiB"}) {
      Answer answer = Answer.unavailable("20").body("y".repeat(8_000));
      try (FaultServer server = new FaultServer()) {
        server.plays(Collections.nCopies(2 * calls, answer).toArray(new Step[0]));
        Subject alone = subject.with("deadline=60s," + drain).alone();
        Map<String, String> args =
            Map.of("url", server.url(), "calls", Integer.toString(calls), "key", "closing");
        CompletableFuture<Map<String, String>> told =
            CompletableFuture.supplyAsync(
                () -> alone.run("io.redial.subjects.jdk.JdkClosing", args));
        Eventually.until(() -> alone.bean().waiting() == calls);
        alone.run(ControlScenario.class, Map.of("key", "closing", "action", "close"));

        assertThat(told.join()).as(drain).containsEntry("open", "0");
        for (int i = 0; i < calls; i++) {
          assertThat(told.join().get("outcome." + i))
              .as(drain)
              .isEqualTo("503 " + "y".repeat(8_000));
        }
      }
    }
  }

  @ContractTest(from = 21)
  @Rule({"5.4", "4.5"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void aCallThatIsHeldBackGoesOutBeforeItsClientShutsDown(Subject subject) {
    for (String way : new String[] {"shutdown", "close"}) {
      try (FaultServer server =
          new FaultServer().plays(Answer.ok("first"), Answer.ok("second"), Answer.ok("third"))) {
        Subject limited = subject.with("rate-limit=bucket:0.01:1");
        limited.get(server.url()).by("closed " + server.url("")).send();
        Pending second = limited.get(server.url()).by("closed " + server.url("")).start();
        Pending third = limited.get(server.url()).by("closed " + server.url("")).start();
        second.act("attached");
        third.act("attached");
        second.toClient(way);

        assertThat(second.reply().get("status")).as("%s %s", way, second.reply()).isEqualTo("200");
        assertThat(third.reply().get("status")).as("%s %s", way, third.reply()).isEqualTo("200");
        assertThat(server.attempts()).hasSize(3);
      }
    }
  }

  @ContractTest(from = 21, slice = true)
  @Rule({"5.4", "2.10"})
  @Needs(Feature.JAVA_NET_HTTP)
  void shutdownNowEndsAWaitAsItEndsACall(Subject subject, FaultServer server) {
    server.plays(LATER, Answer.ok("late"));
    FaultServer hanging = new FaultServer().plays(Steps.hang());

    Pending hung = subject.bare().get(hanging.url()).by("hung " + hanging.url()).start();
    Eventually.until(() -> hanging.attempts().size() == 1);
    hung.toClient("shutdownNow");
    Reply without = hung.reply();
    hanging.close();
    Subject configured = subject.with("deadline=60s");
    Pending call = configured.get(server.url()).by("closed " + server.url("")).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.toClient("shutdownNow");
    Reply with = call.reply();

    assertThat(with.get("thrown.0.class")).isEqualTo(without.get("thrown.0.class")).isNotNull();
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest(from = 21, slice = true)
  @Rule({"5.4", "2.10"})
  @Needs(Feature.JAVA_NET_HTTP)
  void shutdownNowWhileAGivenUpBodyIsReadEndsTheCall(Subject subject) {
    for (int i = 0; i < 8; i++) {
      try (FaultServer server = new FaultServer().plays(Steps.stalled(LATER), Answer.ok("late"))) {
        Pending call =
            subject.with("deadline=60s").get(server.url()).by("closed " + server.url()).start();
        Eventually.until(() -> server.attempts().size() == 1);
        call.toClient("shutdownNow");
        Reply reply = call.reply();

        assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
        assertThat(reply.number("elapsed")).isLessThan(15_000);
        assertThat(server.attempts()).hasSize(1);
      }
    }
  }

  @ContractTest(from = 21)
  @Rule("2.10")
  @Needs(Feature.JAVA_NET_HTTP)
  void aCallOnAClosedClientFailsAsItDoesWithoutTheAgent(Subject subject, FaultServer server) {
    Reply without = afterShutdown(subject.bare(), server);
    Reply with = afterShutdown(subject, server);

    assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
    assertThat(with.message("thrown")).isEqualTo(without.message("thrown"));
    assertThat(server.attempts()).hasSize(2);
  }

  private static Reply afterShutdown(Subject subject, FaultServer server) {
    server.plays(Answer.ok("hello"));
    String client = "closed " + server.url();
    Pending first = subject.get(server.url()).by(client).start();
    first.reply();
    first.toClient("shutdown");
    return subject.get(server.url()).by(client).send();
  }
}
