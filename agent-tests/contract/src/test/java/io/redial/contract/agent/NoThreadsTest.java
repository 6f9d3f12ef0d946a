package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.nio.file.Path;
import net.bytebuddy.agent.builder.AgentBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Rule 1.4 in a process that can have no thread for a wait: every call ends. */
@Tag("programs")
final class NoThreadsTest {
  @TempDir private static Path folder;
  private static Path agent;

  @BeforeAll
  static void write() throws IOException {
    agent = NoThreadsAgent.jar(folder);
  }

  @ContractTest(from = 17)
  @Rule({"1.4", "1.2"})
  void aCallThatCannotWaitEndsWithTheWholeResponse(Subject subject) {
    String longer = "x".repeat(300_000);
    for (String method : new String[] {"GET", "POST"}) {
      for (String body : new String[] {"", "not now", longer}) {
        Step busy = Answer.unavailable("0").body(body);
        try (FaultServer server = new FaultServer().plays(busy, Answer.ok("up"))) {
          Reply reply =
              exhausted(subject).request(method, server.url()).body(BodyKind.STREAM, 500).send();

          assertThat(reply.get("status")).as("%s", reply).isEqualTo("503");
          assertThat(reply.number("body.length")).as("%s", reply).isEqualTo(body.length());
          assertThat(server.attempts()).hasSize(1);
        }
      }
    }
  }

  @ContractTest(from = 17)
  @Rule({"1.4", "1.2"})
  @Needs(Feature.FAILS_FUTURES)
  void aCallThatCannotWaitEndsWithTheClientsFailure(Subject subject, FaultServer server) {
    for (int i = 0; i < 12; i++) {
      server.plays(Steps.reset());
    }
    Reply without = subject.bare().get(server.url()).send();
    Reply with = exhausted(subject).get(server.url()).send();

    assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
  }

  @ContractTest(from = 17)
  @Rule("1.4")
  void aLimitThatNothingCanWatchIsNoHindrance(Subject subject, FaultServer server) {
    server.plays(Answer.ok("up"));

    Reply reply = exhausted(subject.with("per-try-timeout=20s")).get(server.url()).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
  }

  private static Subject exhausted(Subject subject) {
    return subject
        .library(classesOf(NoThreadsAgent.class))
        .library(classesOf(AgentBuilder.class))
        .jvmArgs("-javaagent:" + agent);
  }

  private static Path classesOf(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}
