package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionTest {

  private static Configuration load(String arguments) {
    return Configuration.load(arguments, new FakeEnvironment());
  }

  @ParameterizedTest
  @EnumSource
  void isNamedAfterItsKeyEverywhere(Option option) {
    assertThat(option.name()).isEqualTo(option.key().toUpperCase(Locale.ROOT).replace('-', '_'));
    assertThat(Option.ofKey(option.key())).isSameAs(option);
  }

  @ParameterizedTest
  @EnumSource
  void isSetByTheVariableOfItsName(Option option) {
    String variable = "REDIAL_" + option.name();
    String text = option.defaultText() == null ? "x" : option.defaultText();
    FakeEnvironment environment = new FakeEnvironment().variable(variable, text);
    assertThat(Configuration.load(null, environment).value(option))
        .hasToString(text + " (environment variable " + variable + ")");
  }

  static Stream<Option> withADefault() {
    return Stream.of(Option.values()).filter(option -> option.defaultText() != null);
  }

  @ParameterizedTest
  @MethodSource("withADefault")
  void takesItsOwnDefault(Option option) {
    assertThatCode(() -> new OptionBinder().set(option, option.defaultText()))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CONFIG", "SERVICE"})
  void refusesNonsense(Option option) {
    List<ConfigError> faults = load(option.key() + "=!?").faults();

    assertThat(faults).hasSize(1);
    assertThat(faults.get(0).message()).contains("; allowed: " + option.syntax());
  }

  @ParameterizedTest
  @EnumSource
  void refusesNothing(Option option) {
    assertThat(load(option.key() + "=").faults()).hasSize(1);
  }

  /** The client would refuse it, or send something else than the application meant. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "Transfer-Encoding",
        "Connection",
        "Expect",
        "UPGRADE",
        "TE",
        "Trailer",
        "Date",
        "Authorization"
      })
  void aHeaderThatOthersNeedCannotCarryTheNumberOfTheAttempt(String header) {
    assertThat(load("attempt-header=" + header).faults())
        .extracting(ConfigError::message)
        .containsExactly(
            "bad value "
                + header
                + " for attempt-header: this header already has a meaning (agent argument);"
                + " allowed: the name of a header that has no meaning of its own, such as"
                + " X-Attempt; or none");
  }

  @ParameterizedTest
  @CsvSource({
    "max-retries=none",
    "max-retries=0",
    "rollout=0%",
    "rollout=12.5%",
    "retry-on=none",
    "retry-on=503+5xx+timeout",
    "methods=none",
    "methods=GET+MKCOL+M-SEARCH",
    "idempotency-key=none",
    "backoff=none",
    "backoff=fixed:2s",
    "backoff=fast-slow:5ms:1m:3",
    "backoff=exponential:5ms:1000s+bucket:10:100",
    "backoff=exponential:5ms:1000s,bucket:10:100",
    "backoff=com.example.Patient",
    "backoff=Patient",
    "backoff=bucket:0.5:1",
    "deadline=none",
    "deadline=0",
    "per-try-timeout=PT1.5S",
    "budget=off",
    "budget=0.2:2",
    "budget=150%:0.5",
    "rate-limit=bucket:100:10",
    "max-waiting=none",
    "max-waiting=25%:100",
    "max-waiting=12.5%",
    "max-waiting=100",
    "replay-buffer=0",
    "replay-buffer=2MiB:2GiB",
    "drain=0B",
    "defer-to=none",
    "attempt-header=X-Attempt",
    "resume=range+sse+watch",
    "commit=head",
    "commit=first-byte",
    "log=none",
    "log=file:/var/log/redial.log",
    "log-level=trace",
    "redact=none",
    "redact=/bot*/**+/services/**",
    "reload=none",
    "reload=1s",
  })
  void takes(String argument) {
    assertThat(load(argument).faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "max-retries=-1 | -",
        "max-retries=2147483648 | -",
        "max-retries=99999999999999999999 | -",
        "max-retries=1e3 | -",
        "rollout=50 | 50%",
        "rollout=-1% | -",
        "rollout=1.% | -",
        "rollout=.5% | -",
        "enabled=yes | -",
        "enabled=True | true",
        "mode=observ | observe",
        "profile=clientgo | client-go",
        "retry-on=600 | -",
        "retry-on=6xx | -",
        "retry-on=5XX | 5xx",
        "retry-on=retry_after | retry-after",
        "retry-on=timeout+ | -",
        "methods=get | GET",
        "idempotency-key=a b | -",
        "backoff=fixed | -",
        "backoff=fixd:1s | fixed:1s",
        "backoff=exponential:1s | -",
        "backoff=exponential:2s:1s | -",
        "backoff=bucket:0:1 | -",
        "backoff=bucket:1:0 | -",
        "backoff=9.Class | -",
        "backoff=a. | -",
        "deadline=30 | 30s",
        "deadline=30S | 30s",
        "deadline=30 sec | 30s",
        "deadline=-1s | -",
        "deadline=1000000d | none",
        "per-try-timeout=0s | -",
        "budget=20% | -",
        "budget=of | off",
        "rate-limit=10 | -",
        "rate-limit=bucket:0:1 | off",
        "max-waiting=100:50 | -",
        "max-waiting=none:10 | -",
        "max-waiting=25%:x | -",
        "max-waiting=25%:none | -",
        "max-waiting=25: | -",
        "max-waiting=101% | -",
        "max-waiting=-1 | -",
        "replay-buffer=1MB | 1MiB",
        "replay-buffer=1M:64M | 1MiB",
        "replay-buffer=none | -",
        "drain=16 | 16B",
        "drain=99999999999GiB | -",
        "resume=sse+wach | watch",
        "commit=firstbyte | first-byte",
        "log=stdout | -",
        "log=file: | -",
        "log-level=warning | -",
        "redact=bot*/** | /bot*/**",
        "redact=/hooks/secret | -",
        "redact=/a**/b | -",
        "reload=50ms | -",
      })
  void refuses(String argument, String suggestion) {
    assertThat(load(argument).faults())
        .extracting(ConfigError::suggestion)
        .containsExactly(suggestion);
  }

  @Test
  void aRefusedLimitOfWaitingThreadsSaysWhichFormsThereAre() {
    assertThat(load("max-waiting=100:50").faults())
        .extracting(ConfigError::message)
        .containsExactly(
            "bad value 100:50 for max-waiting: the part before the colon is a percentage (agent"
                + " argument); allowed: SHARE%:MOST such as 25%:100, SHARE%, MOST, or none");
  }

  @Test
  void theOnesOfTheWholeProcessAreFew() {
    assertThat(Arrays.stream(Option.values()).filter(option -> !option.perRoute()))
        .containsExactly(
            Option.CONFIG,
            Option.SERVICE,
            Option.STRICT,
            Option.MAX_WAITING,
            Option.RELOCATED_CLIENTS,
            Option.LOG,
            Option.LOG_LEVEL,
            Option.LOG_FORMAT,
            Option.REDACT,
            Option.CONTROL,
            Option.RELOAD);
  }
}
