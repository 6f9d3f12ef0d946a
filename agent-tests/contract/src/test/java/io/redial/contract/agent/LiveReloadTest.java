package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of options that change while the program runs. */
@Tag("programs")
final class LiveReloadTest {
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /** Two looks that agree, and what a busy machine adds. */
  private static final Duration SOON = INTERVAL.multipliedBy(2).plusSeconds(8);

  @TempDir private Path folder;
  private final FaultServer server = new FaultServer();
  private Fetcher program;

  @BeforeEach
  void start() throws IOException {
    replace("max-retries = 1");
    String options =
        "config=" + file() + ",reload=" + INTERVAL.toMillis() + "ms,budget=off,deadline=60s";
    program = Fetcher.start(Jvm.of(Jdks.running()).agent(options));
  }

  @AfterEach
  void stop() {
    program.close();
    server.close();
  }

  private Path file() {
    return folder.resolve("orders.properties");
  }

  /** As editors and configuration management do. */
  private void replace(String... lines) throws IOException {
    Path next = folder.resolve("next");
    Files.write(next, List.of(lines));
    Files.move(next, file(), StandardCopyOption.ATOMIC_MOVE);
  }

  private void replaceAndAwait(String line, String... lines) throws IOException {
    replace(lines);
    program.awaitErr(SOON, line);
  }

  private String get() {
    return program.get(server.url());
  }

  @Test
  @Rule("11.1")
  void aFileReplacedByRenameDecidesAboutTheNextCall() throws IOException {
    server.plays(Answer.unavailable("0"), Answer.ok("up"));
    assertThat(get()).isEqualTo("status 200");

    replaceAndAwait("options read again: max-retries 1 -> 0", "max-retries = 0");
    server.plays(Answer.unavailable("0"));
    assertThat(get()).isEqualTo("status 503");

    replaceAndAwait("options read again: max-retries 0 -> 2", "max-retries = 2");
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
    assertThat(get()).isEqualTo("status 200");

    replaceAndAwait(": enabled true -> false", "max-retries = 2", "enabled = false");
    server.plays(Answer.unavailable("0"));
    assertThat(get()).isEqualTo("status 503");

    replaceAndAwait(": enabled false -> true", "max-retries = 2", "enabled = true");
    server.plays(Answer.unavailable("0"), Answer.ok("up"));
    assertThat(get()).isEqualTo("status 200");

    assertThat(server.attempts()).hasSize(9);
    assertThat(program.err("options read again")).as("one line for each change").hasSize(4);
  }

  @Test
  void aBadFileLeavesThePolicyInForceAndIsReportedOnce() throws IOException {
    server.plays(Answer.ok("the agent is at work"));
    get();
    replaceAndAwait("(the options in effect do not change)", "max-retries = 0x");
    server.plays(Answer.unavailable("0"), Answer.ok("up"));
    assertThat(get()).isEqualTo("status 200");

    replaceAndAwait("options read again: max-retries 1 -> 0", "max-retries = 0");
    assertThat(program.err("bad value 0x for max-retries")).hasSize(1);
  }

  @Test
  void aCallInFlightKeepsThePolicyThatItStartedWith() throws IOException {
    server.plays(Answer.ok("the agent is at work"));
    get();
    replaceAndAwait("max-retries 1 -> 2", "max-retries = 2");

    server.plays(Answer.unavailable("3"), Answer.unavailable("0"), Answer.ok("up"));
    beginAndAwaitTheFirstAttempt();
    replaceAndAwait("max-retries 2 -> 0", "max-retries = 0");
    assertThat(server.attempts()).as("it waits still").hasSize(2);
    assertThat(program.result()).isEqualTo("status 200");
    assertThat(server.attempts()).hasSize(4);

    server.plays(Answer.unavailable("0"));
    assertThat(get()).isEqualTo("status 503");
  }

  @Test
  @Rule("11.1")
  void aWaitingRetryThatIsNotToBeSentAnyMoreEndsAtOnce() throws IOException {
    String line = "max-retries = 1";
    server.plays(Answer.ok("the agent is at work"));
    get();
    int attempts = 1;
    for (String change : new String[] {"enabled = false", "mode = observe", "rollout = 0%"}) {
      server.plays(Answer.unavailable("25"));
      beginAndAwaitTheFirstAttempt();
      attempts++;
      replaceAndAwait(" -> " + change.substring(change.indexOf('=') + 2), line, change);
      assertThat(program.result(SOON)).isEqualTo("status 503");

      server.plays(Answer.unavailable("0"));
      assertThat(get()).isEqualTo("status 503");
      attempts++;
      replaceAndAwait(change.substring(change.indexOf('=') + 2) + " -> ", line);
    }
    assertThat(server.attempts()).hasSize(attempts);
  }

  private void beginAndAwaitTheFirstAttempt() {
    int before = server.attempts().size();
    program.begin(server.url());
    await().atMost(SOON).until(() -> server.attempts().size() > before);
  }
}
