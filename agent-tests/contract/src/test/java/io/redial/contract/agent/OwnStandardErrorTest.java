package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.programs.GetWithOwnErr;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redial's lines go to the process's standard error, not to what a program has in its place. */
@Tag("programs")
final class OwnStandardErrorTest {
  private static final Jvm JVM = Jvm.of(Jdks.running()).agent("log-level=debug");

  @Test
  void aStandardErrorThatThrowsCostsNoRetry() {
    try (FaultServer server = new FaultServer()) {
      server.plays(Answer.unavailable("0"), Answer.ok("up"));

      Program with = Program.run(JVM, GetWithOwnErr.class, server.url());

      assertThat(with.out()).isEqualToIgnoringNewLines("status 200");
      assertThat(server.attempts()).hasSize(2);
      assertThat(with.err()).contains("java.net.http in use", ": 200 after 2 attempts");
    }
  }

  @Test
  void aStandardErrorThatPostsItsLinesHoldsUpNoCalls() {
    try (FaultServer server = new FaultServer();
        FaultServer log = new FaultServer()) {
      server.plays(Answer.unavailable("0"), Answer.ok("up"));

      Program with = Program.run(JVM, GetWithOwnErr.class, server.url(), log.url());

      assertThat(with.out()).isEqualToIgnoringNewLines("status 200");
      assertThat(server.attempts()).hasSize(2);
      assertThat(log.attempts()).isEmpty();
    }
  }
}
