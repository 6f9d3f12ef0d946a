package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.RetryPolicy;
import io.redial.policy.WaitingLimit;
import io.redial.policy.backoff.Cause;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
  private final FakeEnvironment environment = new FakeEnvironment();

  private Configuration load(String arguments) {
    return Configuration.load(arguments, environment);
  }

  private RetryPolicy policy(String arguments) {
    return load(arguments).policyFor(null);
  }

  @Test
  void hasTheDocumentedDefaultsIfNothingIsSet() {
    RetryPolicy policy = policy(null);

    assertThat(policy.enabled()).isTrue();
    assertThat(policy.observes()).isFalse();
    assertThat(policy.rollout()).isEqualTo(1.0);
    assertThat(policy.maxRetries()).isEqualTo(10);
    assertThat(policy.maxErrorRetries()).isEqualTo(3);
    assertThat(Cause.values())
        .filteredOn(policy.retryOn()::covers)
        .containsExactly(Cause.RETRY_AFTER, Cause.CONNECTION_ERROR, Cause.CONNECT_FAILURE);
    assertThat(policy.retryOn().coversStatus(503)).isFalse();
    assertThat(policy.backoff()).hasToString("exponential:100ms:20s");
    assertThat(policy.backoffPerHost()).isFalse();
    assertThat(policy.deadlineNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(15));
    assertThat(policy.perTryTimeoutNanos()).isEqualTo(RetryPolicy.UNLIMITED);
    assertThat(policy.budget()).hasToString("20%:2");
    assertThat(policy.rateLimit().isOff()).isTrue();
    assertThat(policy.replayBufferBytes()).isEqualTo(1 << 20);
    assertThat(policy.drainBytes()).isEqualTo(16 << 10);
    assertThat(policy.deferTo())
        .containsExactly(
            "amz-sdk-request",
            "amz-sdk-retry",
            "x-stainless-retry-count",
            "armeria-retry-count",
            "opc-client-retries");
    assertThat(policy.attemptHeader()).isNull();
    assertThat(policy.ifReady()).isFalse();
    assertThat(policy.resume()).isEmpty();
    assertThat(policy.commitsAtFirstByte()).isFalse();
  }

  @Test
  void hasTheDocumentedProcessWideDefaults() {
    Configuration configuration = load("");
    Settings settings = configuration.settings();

    assertThat(configuration.value(Option.CONFIG).text()).isNull();
    assertThat(configuration.service()).isNull();
    assertThat(settings.strict()).isFalse();
    assertThat(settings.relocatedClients()).isTrue();
    assertThat(settings.logsToStandardError()).isTrue();
    assertThat(settings.logFile()).isNull();
    assertThat(settings.logLevel()).isEqualTo(LogLevel.INFO);
    assertThat(settings.reloadNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
    assertThat(settings.maxWaiting().most()).isEqualTo(100);
    assertThat(settings.maxWaiting().shareOf(20)).isEqualTo(5);
    assertThat(settings.maxWaiting().holdsEverywhere()).isFalse();
    assertThat(settings.replayBufferBytes()).isEqualTo(64 << 20);
  }

  @ParameterizedTest
  @Rule("4.7")
  @CsvSource({
    "25%:100, 5, 100",
    "12.5%, 2, 2147483647",
    "0%:7, 1, 7",
    "100%, 20, 2147483647",
    "50, 20, 50",
    "none, 20, 2147483647",
  })
  void knowsHowManyThreadsMayWait(String value, int ofTwenty, int most) {
    WaitingLimit limit = load("max-waiting=" + value).settings().maxWaiting();

    assertThat(limit.shareOf(20)).isEqualTo(ofTwenty);
    assertThat(limit.most()).isEqualTo(most);
    assertThat(limit.holdsEverywhere()).as("it is set").isTrue();
  }

  @Test
  void doesNotTouchTheTargetWithoutRoutes() {
    Configuration configuration = load("max-retries=1");

    assertThat(configuration.policyFor(null)).isSameAs(configuration.policyFor(null));
  }

  @Test
  void takesTheArgumentOverTheSystemPropertyOverTheEnvironment() {
    environment.property("redial.max-retries", "2").variable("REDIAL_MAX_RETRIES", "3");

    assertThat(load("max-retries=1").value(Option.MAX_RETRIES)).hasToString("1 (agent argument)");
    assertThat(load(null).value(Option.MAX_RETRIES))
        .hasToString("2 (system property redial.max-retries)");
    environment.properties.clear();
    assertThat(load(null).value(Option.MAX_RETRIES))
        .hasToString("3 (environment variable REDIAL_MAX_RETRIES)");
    environment.variables.clear();
    assertThat(load(null).value(Option.MAX_RETRIES)).hasToString("10 (default)");
  }

  @Test
  void takesAnEmptyEnvironmentVariableForOneThatIsNotSet() {
    environment.variable("REDIAL_MAX_RETRIES", "");

    assertThat(load(null).faults()).isEmpty();
    assertThat(policy(null).maxRetries()).isEqualTo(10);
  }

  @Test
  void namesTheServiceAsOpenTelemetryDoes() {
    environment.variable("OTEL_SERVICE_NAME", "orders");

    assertThat(load(null).service()).isEqualTo("orders");
    assertThat(load("max-retries=1").service()).isEqualTo("orders");
    assertThat(load("service=stock").service()).isEqualTo("stock");
  }

  @Test
  void takesNoNameThatFillsALineOfTheLog() {
    String name = "x".repeat(257);
    environment.variable("OTEL_SERVICE_NAME", name);
    assertThat(load(null).service()).isNull();

    assertThat(load("service=" + name).faults())
        .extracting(ConfigError::message)
        .containsExactly(
            "bad value "
                + name.substring(0, 200)
                + "... for service: longer than 256 characters (agent argument);"
                + " allowed: a name");
    assertThat(load("service=" + name.substring(1)).faults()).isEmpty();
  }

  @Test
  void saysNothingOfStreamsThatAreToGoOn() {
    environment.file("f", "resume = range+sse+watch", "commit = first-byte");

    assertThat(load("config=f").notes()).isEmpty();
  }

  @Test
  void takesNoNameThatWouldForgeALineOfTheLog() {
    environment.variable("OTEL_SERVICE_NAME", "a\nredial: error: forged");
    assertThat(load(null).service()).isNull();
    assertThat(load("max-retries=1").service()).isNull();
    assertThat(load(null).faults()).isEmpty();

    environment.variable("OTEL_SERVICE_NAME", " orders ");
    assertThat(load(null).service()).isEqualTo("orders");
    environment.variable("REDIAL_SERVICE", "a\u2028b");
    assertThat(load(null).faults())
        .extracting(ConfigError::message)
        .containsExactly(
            "bad value a\\u2028b for REDIAL_SERVICE: control characters (environment variable);"
                + " allowed: a name");
  }

  @Test
  void takesClientGosBackoffFromItsVariables() {
    environment.variable("KUBE_CLIENT_BACKOFF_BASE", "1");
    assertThat(load(null).value(Option.BACKOFF).origin()).hasToString("default");

    environment.variable("KUBE_CLIENT_BACKOFF_DURATION", "120");
    assertThat(policy(null).backoff()).hasToString("exponential:1s:2m");
    assertThat(policy(null).backoffPerHost()).isTrue();
    assertThat(policy("backoff=none").backoff()).hasToString("none");
    assertThat(policy("backoff=none").backoffPerHost()).isFalse();
    assertThat(policy("backoff-scope=call").backoffPerHost()).isFalse();

    environment.variable("KUBE_CLIENT_BACKOFF_BASE", "1s");
    assertThat(policy(null).backoff()).hasToString("exponential:100ms:20s");
    assertThat(load(null).faults()).isEmpty();
  }

  @Test
  void aProfileSetsDefaultsThatAnySettingBeats() {
    environment.variable("REDIAL_DEADLINE", "7s");
    Configuration configuration = load("profile=client-go,max-error-retries=2");
    RetryPolicy policy = configuration.policyFor(null);

    assertThat(policy.maxErrorRetries()).isEqualTo(2);
    assertThat(policy.deadlineNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(7));
    assertThat(policy.budget().isOff()).isTrue();
    assertThat(policy.retryOn().covers(Cause.CONNECT_FAILURE)).isFalse();
    assertThat(configuration.value(Option.BACKOFF)).hasToString("none (profile client-go)");
  }

  @Test
  void reportsAllFaultsAtOnceInTheOrderOfTheirSources() {
    environment
        .property("redial.max-retrys", "2")
        .property("redial.jitter", "ful")
        .variable("REDIAL_MAX_RETRYS", "3")
        .variable("REDIAL_ROLLOUT", "120%");

    assertThat(load("max-retrys=1,deadline=10,strict,max-retries=1,max-retries=2").faults())
        .extracting(ConfigError::toString)
        .containsExactly(
            "redial: unknown option max-retrys (agent argument); did you mean max-retries?",
            "redial: bad value 10 for deadline: a unit is missing (agent argument); allowed: "
                + Syntax.DURATION_OR_NONE
                + "; did you mean 10s?",
            "redial: strict is not of the form key=value (agent argument)",
            "redial: option max-retries is set twice (agent argument)",
            "redial: bad value ful for redial.jitter (system property);"
                + " allowed: full, equal, none; did you mean full?",
            "redial: unknown option redial.max-retrys (system property);"
                + " did you mean redial.max-retries?",
            "redial: unknown option REDIAL_MAX_RETRYS (environment variable);"
                + " did you mean REDIAL_MAX_RETRIES?",
            "redial: bad value 120% for REDIAL_ROLLOUT: more than 100% (environment variable);"
                + " allowed: a percentage from 0% to 100%");
  }

  @Test
  void doesNotFillTheTerminalIfAFileIsNoneOfOurs() {
    StringBuilder arguments = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      arguments.append("x").append(i).append("=1,");
    }
    List<ConfigError> faults = load(arguments.toString()).faults();

    assertThat(faults).hasSize(101);
    assertThat(faults.get(100)).hasToString("redial: and 50 more errors (agent argument)");
  }

  @Test
  void letsKubernetesServiceLinksAlone() {
    environment
        .variable("REDIAL_SERVICE_HOST", "10.0.0.1")
        .variable("REDIAL_SERVICE_PORT", "80")
        .variable("REDIAL_SERVICE_PORT_HTTP", "80")
        .variable("REDIAL_PORT", "tcp://10.0.0.1:80")
        .variable("REDIAL_PORT_80_TCP_ADDR", "10.0.0.1");

    assertThat(load(null).faults()).isEmpty();
  }

  @Test
  void startsWithoutWhatASecurityManagerForbids() {
    Environment forbidden =
        new Environment() {
          @Override
          public Map<String, String> variables() {
            throw new SecurityException("no variables");
          }

          @Override
          public Properties properties() {
            throw new SecurityException("no properties");
          }
        };

    Configuration configuration = Configuration.load("max-retries=4", forbidden);

    assertThat(configuration.faults()).isEmpty();
    assertThat(configuration.notes())
        .containsExactly(
            "system properties cannot be read: no properties",
            "environment variables cannot be read: no variables");
    assertThat(configuration.policyFor(null).maxRetries()).isEqualTo(4);
  }

  @Test
  void readsThisProcess() {
    assertThat(Configuration.load(null, new Environment()).faults()).isEmpty();
  }
}
