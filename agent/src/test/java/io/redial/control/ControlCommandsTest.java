package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.call.RetryEngine;
import io.redial.call.SampleCall;
import io.redial.config.Environment;
import io.redial.config.LiveConfiguration;
import io.redial.config.LiveConfigurations;
import io.redial.control.remote.ControlResponse;
import io.redial.policy.NoRetryReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line is answered. */
class ControlCommandsTest {
  @TempDir private Path folder;
  private Path file;
  private RetryLog log;
  private Operator operator;
  private RetryEngine engine;
  private ControlCommands verbs;

  @BeforeEach
  void start() throws IOException {
    file = Files.writeString(folder.resolve("orders.properties"), "max-retries = 3\n");
    log =
        new RetryLog(
            () -> AttemptListener.NONE, (nanos, task) -> assertThat(nanos).isPositive(), () -> "");
    LiveConfiguration live = LiveConfigurations.load("config=" + file, new Environment());
    engine = RetryEngine.system(live, log, () -> true);
    operator = new Operator(engine, log, new Reloading(live, engine));
    verbs = new ControlCommands(operator);
  }

  private List<ControlResponse.Row> ask(String... words) {
    return ControlResponse.parse(verbs.apply(String.join("\n", words)));
  }

  private List<ControlResponse.Row> status(String kind) {
    return ask("status").stream().filter(row -> row.kind().equals(kind)).toList();
  }

  private void refused(String host, int times) {
    for (int i = 0; i < times; i++) {
      log.refused(SampleCall.of(1, host, 1), SampleCall.record(1, 503), NoRetryReason.METHOD);
    }
  }

  @Test
  @Rule({"11.1", "11.6"})
  void theStateSaysHowFarRedialIsOnAndWhoSetWhat() {
    ask("set", "mode", "observe", "10m", "anna");

    assertThat(status("status").get(0).get("state")).isEqualTo("observing (mode=observe)");
    ControlResponse.Row set = status("set").get(0);
    assertThat(set.get("key") + "=" + set.get("value")).isEqualTo("mode=observe");
    assertThat(set.get("by")).isEqualTo("anna");
    assertThat(set.get("until")).endsWith("Z");
    assertThat(Long.parseLong(set.get("leftMillis"))).isBetween(1L, 600_000L);

    ask("unset", "mode", "anna");
    assertThat(status("set")).isEmpty();
    assertThat(status("status").get(0).get("state")).isEqualTo("on");
  }

  @Test
  @Rule("11.4")
  void theWorstHostsComeFirst() {
    refused("http://a:80", 1);
    refused("http://z:80", 3);
    refused("http://m:80", 2);

    assertThat(status("host").stream().map(row -> row.get("host")).collect(Collectors.toList()))
        .containsExactly("http://z:80", "http://m:80", "http://a:80");
    assertThat(status("more")).isEmpty();
  }

  @Test
  @Rule("11.4")
  void hostsThatAreLeftOutAreCounted() {
    for (int i = 1; i <= Counters.MAX_HOSTS + 5; i++) {
      refused("http://h" + i + ":80", 1);
    }

    assertThat(status("host")).hasSize(Counters.MAX_HOSTS);
    assertThat(status("host").get(0).get("host")).isEqualTo(Counters.OTHERS);
    assertThat(status("more").get(0).get("hosts")).isEqualTo("1");
    engine.hosts().get("http", "h1001", 80, 0);
    for (int i = 1; i <= AttemptLog.MAX; i++) {
      refused("http://h" + i + ":80", 1);
    }
    assertThat(ask("attempts", "http://h1001:80").get(0).get("message"))
        .startsWith("calls to http://h1001:80 may have failed, but their attempts are no longer");
  }

  @Test
  @Rule("11.6")
  void aReloadIsAnsweredWhenItIsInForce() throws IOException {
    Files.writeString(file, "max-retries = 7\n");

    assertThat(ask("reload", "anna").get(0).get("change")).isEqualTo("max-retries 3 -> 7");
    assertThat(status("status").get(0).get("lastReload")).endsWith("Z max-retries 3 -> 7");
    assertThat(ask("reload", "anna").get(0).get("change")).isEqualTo("nothing");
    assertThat(operator.reload()).isEqualTo("nothing");
  }

  @Test
  @Rule("11.6")
  void aFaultyFileIsAnsweredWithItsFaultsAndChangesNothing() throws IOException {
    Files.writeString(file, "max-retrys = 7\n");

    for (int i = 0; i < 2; i++) {
      assertThat(ask("reload", "anna"))
          .singleElement()
          .extracting(row -> row.kind() + ": " + row.get("message"))
          .isEqualTo(
              "fault: unknown option max-retrys (" + file + ":1); did you mean max-retries?");
    }
    assertThat(status("fault")).hasSize(1);
    assertThat(ask("options").toString()).isNotEmpty();
    assertThat(operator.getOptions())
        .anyMatch(o -> o.getKey().equals("max-retries") && o.getValue().equals("3"));
  }

  /** A command line of an older version does not tell who asks. */
  @Test
  void whoeverGivesNoNameIsAnsweredAsWell() {
    assertThat(ask("set", "max-retries", "1", "").get(0).get("change"))
        .isEqualTo("max-retries 3 -> 1");
    assertThat(status("set").get(0).get("by")).isEqualTo("command line");
    assertThat(ask("retry-now", "*").get(0).get("count")).isEqualTo("0");
  }
}
