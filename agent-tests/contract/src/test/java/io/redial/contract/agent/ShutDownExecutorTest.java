package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.programs.ShutDownExecutor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 1.2 for an application that stops: a call that can no longer be made has its outcome. */
@Tag("programs")
final class ShutDownExecutorTest {

  @ParameterizedTest
  @ValueSource(strings = {"send", "sendAsync"})
  @Rule({"1.2", "8.2"})
  void shuttingTheExecutorDownEndsAWaitWithTheResponseItHas(String method) {
    try (FaultServer server =
        new FaultServer().plays(Answer.unavailable("1").body("kept"), Answer.ok("late"))) {
      Program program =
          Program.run(
              Jvm.of(Jdks.running()).agent(""), ShutDownExecutor.class, server.url(), method);

      assertThat(program.out()).as("%s", program).isEqualToIgnoringNewLines("503 kept");
      assertThat(server.attempts()).hasSize(1);
      assertThat(program.err()).doesNotContain("fault in");
    }
  }
}
