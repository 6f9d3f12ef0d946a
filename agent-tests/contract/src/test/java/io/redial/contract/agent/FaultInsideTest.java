package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Rule 1.4: a fault inside Redial, brought in by a backoff that throws. */
@Tag("programs")
@AnyClient
final class FaultInsideTest {
  private static final String BROKEN =
      """
      package broken;

      import io.redial.policy.backoff.Backoff;
      import io.redial.policy.backoff.BackoffFactory;

      public final class BrokenBackoff implements BackoffFactory {
        public <K> Backoff<K> create() {
          return new Backoff<K>() {
            public java.time.Duration when(K key) {
              throw new IllegalStateException("this backoff is broken");
            }

            public void forget(K key) {
              throw new IllegalStateException("this backoff is broken");
            }

            public int retries(K key) {
              throw new IllegalStateException("this backoff is broken");
            }
          };
        }
      }
      """;

  @TempDir private static Path folder;

  @BeforeAll
  static void compile() throws IOException {
    Path source = Files.writeString(folder.resolve("BrokenBackoff.java"), BROKEN);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "8",
                "-Xlint:-options",
                "-cp",
                AgentJar.path().toString(),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(status).isZero();
  }

  @ContractTest
  @Rule("1.4")
  void theCallSurrendersWithTheResponseItHas(Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.unavailable("0").body("again"), Answer.ok("?"));
    Subject broken = broken(subject);

    Reply first = broken.get(server.url()).send();
    Reply second = broken.get(server.url()).send();

    assertThat(first.get("status")).as("%s", first).isEqualTo("503");
    assertThat(second.get("status")).as("%s", second).isEqualTo("503");
    assertThat(first.get("body.text")).isEqualTo("not now");
    assertThat(second.get("body.text")).isEqualTo("again");
    assertThat(broken.process().stderr().lines().filter(line -> line.contains("is broken")))
        .as("logged once per kind")
        .hasSize(1);
  }

  @ContractTest
  @Rule("1.4")
  @Needs(Feature.FAILS_FUTURES)
  void theCallSurrendersWithTheFailureItHas(Subject subject, FaultServer server) {
    server.plays(Steps.reset(), Steps.reset());

    Reply without = subject.bare().put(server.url()).send();
    Reply with = broken(subject).put(server.url()).send();

    assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
  }

  @ContractTest
  @Rule("1.4")
  void aCallThatSucceedsDoesNotNotice(Subject subject, FaultServer server) {
    server.plays(Answer.ok("up"));

    assertThat(broken(subject).get(server.url()).send().get("status")).isEqualTo("200");
  }

  private static Subject broken(Subject subject) {
    return subject.library(folder).with("backoff=broken.BrokenBackoff").alone();
  }
}
