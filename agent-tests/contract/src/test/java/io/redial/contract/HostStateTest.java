package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Rule 5.6: what is kept of hosts is bounded. */
@Tag("programs")
@Tag(Sampling.HEAVY)
@AnyClient
final class HostStateTest {
  private static final int A_FEW = 2_500;

  @ContractTest
  @Rule("5.6")
  @Needs({Feature.JAVA_NET_HTTP, Feature.BLOCKING})
  void theHostThatWasNotUsedForTheLongestTimeLeaves(Subject subject, FaultServer server) {
    Subject alone = subject.with("rate-limit=bucket:0.0001:1,max-retries=0").alone();
    server.plays(Answer.ok("its only token"), Answer.ok("as if it were new"));

    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("200");
    visit(alone, 0, 3 * A_FEW);
    Pending remembered = alone.get(server.url()).start();
    await()
        .during(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(20))
        .until(() -> !remembered.done() && server.attempts().size() == 1);

    visit(alone, 3 * A_FEW, 8 * A_FEW);
    assertThat(alone.get(server.url()).send().get("body.text")).isEqualTo("as if it were new");
  }

  private static void visit(Subject subject, int from, int to) {
    for (int i = from; i < to; i += A_FEW) {
      Map<String, String> args =
          Map.of("from", Integer.toString(i), "to", Integer.toString(i + A_FEW));
      assertThat(subject.run("io.redial.subjects.jdk.JdkHosts", args))
          .containsEntry("failed", Integer.toString(A_FEW));
    }
  }
}
