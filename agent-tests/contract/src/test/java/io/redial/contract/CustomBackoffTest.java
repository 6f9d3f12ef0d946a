package io.redial.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
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
import io.redial.contract.server.FreePort;
import io.redial.contract.server.Steps;
import io.redial.subjects.Reply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Rule 4.2: a program's own backoff, here that of samples/backoff-factory. */
@Tag("programs")
@AnyClient
final class CustomBackoffTest {
  private static final Path SAMPLE =
      Path.of(System.getProperty("contract.project.root", "../.."))
          .resolve("samples/backoff-factory/target/classes")
          .toAbsolutePath()
          .normalize();

  @ContractTest
  @Rule("4.2")
  void isFoundByTheNameOfItsClass(Subject subject, FaultServer server) {
    choosesTheDelayByKindOfFailure(subject, "com.example.backoff.ByKindOfFailure", server);
  }

  @ContractTest
  @Rule("4.2")
  void isFoundByItsSimpleNameIfItIsRegistered(Subject subject, FaultServer server) {
    choosesTheDelayByKindOfFailure(subject, "ByKindOfFailure", server);
  }

  @ContractTest
  @Rule({"4.2", "7.1", "1.4"})
  @Needs(Feature.FAILS_FUTURES)
  void aFactoryThatIsNotThereLeavesCallsToTheClient(Subject subject) {
    Subject without = subject.with("backoff=com.example.backoff.NoSuchClass").alone();
    List<String> outcomes = new ArrayList<>();
    for (Subject either : List.of(subject.bare(), without)) {
      try (FaultServer server = new FaultServer().plays(Steps.reset(), Answer.ok("again"))) {
        Reply reply = either.get(server.url()).set("own-retries", true).send();
        outcomes.add(
            reply.get("status") + reply.classes("thrown") + server.attempts().size() + " attempts");
      }
    }

    assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
    assertThat(without.process().stderr()).contains("com.example.backoff.NoSuchClass");
  }

  private static void choosesTheDelayByKindOfFailure(
      Subject subject, String name, FaultServer server) {
    Subject own = subject.library(SAMPLE).with("backoff=" + name + ",jitter=none").alone();
    server.plays(Answer.unavailable("0"), Steps.halfHead(), Steps.halfHead(), Answer.ok("up"));

    assertThat(own.get(server.url()).send().get("status")).isEqualTo("200");
    assertThat(server.gap(0) + server.gap(1) + server.gap(2))
        .as("nothing, then 50 ms, then 100 ms")
        .isLessThan(SECONDS.toNanos(2));

    FreePort port = FreePort.refusing();
    long start = System.nanoTime();
    Pending call = own.get(port.url()).start();
    await().atMost(30, SECONDS).until(() -> own.bean().retries("connect-failure") == 2);
    assertThat(System.nanoTime() - start)
        .as("a second, then two for a server that is not there")
        .isGreaterThan(SECONDS.toNanos(3));
    call.reply();
  }
}
