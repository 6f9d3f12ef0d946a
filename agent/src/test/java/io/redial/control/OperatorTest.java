package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import io.redial.Rule;
import io.redial.call.RetryEngine;
import io.redial.call.SampleCall;
import io.redial.config.Environment;
import io.redial.config.LiveConfiguration;
import io.redial.config.LiveConfigurations;
import io.redial.config.Target;
import io.redial.policy.NoRetryReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;

/** Rules 11.2, 11.5 and 11.6: what an operator asks for by hand. */
class OperatorTest {
  private final RetryLog log =
      new RetryLog(
          () -> AttemptListener.NONE, (nanos, task) -> assertThat(nanos).isPositive(), () -> "");
  private final RetryEngine engine =
      RetryEngine.system(
          LiveConfigurations.load("max-retries=3", new Environment()), log, () -> true);
  private final Operator operator =
      new Operator(engine, log, new Reloading(engine.configuration(), engine));

  private String option(String key) {
    return operator.getOptions().stream()
        .filter(option -> option.getRoute().isEmpty() && option.getKey().equals(key))
        .map(option -> option.getValue() + " from " + option.getOrigin())
        .findAny()
        .orElseThrow();
  }

  @Test
  @Rule("11.6")
  void aRouteThatHasAppliedToNoCallCanBeSeen(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("orders.properties");
    Files.write(
        file,
        List.of("route.stock.match = *://stock:*/**", "route.pay.match = GET *://pay:*/v1/**"));
    LiveConfiguration options = LiveConfigurations.load("config=" + file, new Environment());
    RetryEngine routed = RetryEngine.system(options, log, () -> true);
    Operator seen = new Operator(routed, log, new Reloading(options, routed));

    options.current().policyFor(new Call("pay", "/v2/x"));
    assertThat(seen.getRoutes()).containsOnly(entry("pay", false), entry("stock", false));

    options.current().policyFor(new Call("pay", "/v1/x"));
    options.set("max-retries", "1", null, "an operator");
    assertThat(seen.getRoutes()).containsOnly(entry("pay", true), entry("stock", false));
    assertThat(new ControlCommands(seen).apply("routes"))
        .contains("stock", "*://stock:*/**", file + ":1")
        .containsSubsequence("stock", "false", "pay", "true");
  }

  private record Call(String host, String path) implements Target {
    @Override
    public String method() {
      return "GET";
    }

    @Override
    public String scheme() {
      return "http";
    }

    @Override
    public int port() {
      return -1;
    }
  }

  @ParameterizedTest
  @NullAndEmptySource
  void aMissingHostIsRefusedInWords(String host) {
    String words =
        "no host given; allowed: scheme://host:port as in RetriesByHost, the number of a call,"
            + " or * for all";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.retryNow(host))
        .withMessage(words);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.cancelWaiting(host))
        .withMessage(words);
  }

  @Test
  @Rule("11.2")
  void aHostThatWasNeverCalledIsAnErrorThatNamesThoseThatWere() {
    engine.hosts().get("http", "stock", 8080, 0);
    engine.hosts().get("http", "a", 80, 0);

    assertThat(operator.retryNow("http://stock:8080")).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.retryNow("stock:8080"))
        .withMessage("no call to stock:8080 was seen; known: http://stock:8080, http://a:80");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.attempts("stock:8080"))
        .withMessageStartingWith("no call to stock:8080 was seen");
  }

  @Test
  @Rule("11.2")
  void aCallThatDoesNotWaitIsAnError() {
    assertThat(operator.cancelWaiting("*")).isZero();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.cancelWaiting("17"))
        .withMessage("call 17 does not wait; there are none");
  }

  @Test
  @Rule("11.6")
  void optionsAreShownWithWhereTheyComeFrom() {
    assertThat(option("max-retries")).isEqualTo("3 from agent argument");
    assertThat(option("deadline")).isEqualTo("15s from default");
  }

  @Test
  @Rule("11.5")
  void whatIsSetWinsUntilItIsEnded() {
    assertThat(operator.set("max-retries", "0", "")).isEqualTo("max-retries 3 -> 0");
    assertThat(option("max-retries")).isEqualTo("0 from run time (JMX)");

    assertThat(operator.unset("max-retries")).isEqualTo("max-retries=3");
    assertThat(option("max-retries")).isEqualTo("3 from agent argument");
  }

  @Test
  @Rule("11.5")
  void aSettingWithAnEndSaysWhenThatIs() {
    assertThat(operator.set("max-retries", "0", "10m"))
        .isEqualTo("max-retries 3 -> 0 for 10m, until " + operator.runTimeValues().get(0).until());
  }

  @Test
  void withoutFilesThereIsNothingToReload() {
    assertThatIllegalArgumentException()
        .isThrownBy(operator::reload)
        .withMessage(
            "there is no options file to read: the program was started without option config");
  }

  @Test
  @Rule("11.3")
  void attemptsThatAreNoLongerKeptAreNotCalledNone() {
    for (int i = 1; i <= AttemptLog.MAX + 1; i++) {
      String host = "http://h" + i + ":80";
      engine.hosts().get("http", "h" + i, 80, 0);
      log.refused(SampleCall.of(i, host, 1), SampleCall.record(1, 503), NoRetryReason.METHOD);
    }
    engine.hosts().get("http", "healthy", 80, 0);

    assertThat(operator.attempts("http://h2:80")).hasSize(1);
    assertThat(operator.attempts("2")).hasSize(1);
    assertThat(operator.attempts("http://healthy:80")).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.attempts("http://h1:80"))
        .withMessage(
            "calls to http://h1:80 have failed, but their attempts are no longer kept: only those"
                + " of the last 200 hosts are");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.attempts("1"))
        .withMessage(
            "the attempts of call 1 are no longer kept: only those of the last 200 calls that"
                + " failed are");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.attempts("202"))
        .withMessage("there is no call 202; the last that failed is 201");
  }

  @Test
  @Rule("11.5")
  void aSettingEndsAfterItsTime() {
    operator.set("max-retries", "0", "50ms");

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> option("max-retries").equals("3 from agent argument"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max-retrys | 1 | '' | unknown option max-retrys (run time); did you mean max-retries?",
        "max-retries | x | '' | bad value x for max-retries (run time); allowed: ",
        "max-retries | 1 | soon | bad value soon for the duration (run time); allowed: ",
        "max-waiting | 1 | '' | option max-waiting is process-wide: a change takes effect at the"
            + " next restart",
      })
  void whatCannotBeSetIsRefusedInWords(String key, String value, String duration, String words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> operator.set(key, value, duration))
        .withMessageStartingWith(words);
    assertThat(option("max-retries")).isEqualTo("3 from agent argument");
  }
}
