package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import io.redial.Rule;
import io.redial.call.RetryEngine;
import io.redial.config.Environment;
import io.redial.config.LiveConfiguration;
import io.redial.config.Target;
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
      new RetryLog((nanos, task) -> assertThat(nanos).isPositive(), () -> "");
  private final RetryEngine engine =
      RetryEngine.system(
          new LiveConfiguration("max-retries=3", new Environment()), log, () -> true);
  private final Operator operator = new Operator(engine, log, new LastReload());

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
    LiveConfiguration options = new LiveConfiguration("config=" + file, new Environment());
    RetryEngine routed = RetryEngine.system(options, log);
    Operator seen = new Operator(routed, log, new LastReload());

    options.current().policyFor(new Call("pay", "/v2/x"));
    assertThat(seen.getRoutes()).containsOnly(entry("pay", false), entry("stock", false));

    options.current().policyFor(new Call("pay", "/v1/x"));
    options.set("max-retries", "1", null);
    assertThat(seen.getRoutes()).containsOnly(entry("pay", true), entry("stock", false));
    assertThat(new Verbs(seen).apply("routes"))
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
    engine.hosts().get("http", "stock", 8080);
    engine.hosts().get("http", "a", 80);

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
    assertThat(option("max-retries")).isEqualTo("0 from run time");

    assertThat(operator.unset("max-retries")).isEqualTo("max-retries=3");
    assertThat(option("max-retries")).isEqualTo("3 from agent argument");
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
