package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.programs.InterruptAfterBody;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule 1.5: whoever is interrupted ends no connection that another call may have by then. */
@Tag("programs")
final class InterruptAfterBodyTest {
  /** From two on, the client's futures complete on the common pool with every JDK. */
  private static final String POOL = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2";

  /** Later clients need the common pool for more than that, and would not get as far. */
  private static final int LAST = 24;

  static Stream<Jdk> jdks() {
    return Jdks.choose(11, LAST, false, true).stream();
  }

  @ParameterizedTest(name = "on {0}")
  @MethodSource("jdks")
  @Rule({"1.5", "2.5"})
  void leavesTheConnectionToTheNextCall(Jdk jdk) {
    try (FaultServer server =
        new FaultServer().plays(Answer.ok("first"), Answer.ok("second"), Answer.ok("third"))) {
      Program program =
          Program.run(
              Jvm.of(jdk).arg(POOL).agent("per-try-timeout=60s"),
              InterruptAfterBody.class,
              server.url());

      assertThat(program.out()).as("%s", program).endsWith(" second" + System.lineSeparator());
      assertThat(server.connections()).isEqualTo(1);
    }
  }
}
