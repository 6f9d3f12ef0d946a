package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.policy.RetryOn;
import io.redial.policy.backoff.Cause;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

  private static Configuration load(String arguments) {
    return Configuration.load(arguments, new FakeEnvironment());
  }

  @Test
  void splitsAtCommasThatAKeyFollows() {
    Configuration configuration =
        load("retry-on=retry-after,timeout,5xx, max-retries = 5 ,jitter=none,");

    assertThat(configuration.faults()).isEmpty();
    RetryOn retryOn = configuration.policyFor(null).retryOn();
    assertThat(Cause.values())
        .filteredOn(retryOn::covers)
        .containsExactly(Cause.RETRY_AFTER, Cause.TIMEOUT);
    assertThat(retryOn.coversStatus(499)).isFalse();
    assertThat(retryOn.coversStatus(500)).isTrue();
    assertThat(retryOn.coversStatus(599)).isTrue();
    assertThat(configuration.policyFor(null).maxRetries()).isEqualTo(5);
  }

  @Test
  void separatesPathsByCommas() {
    Configuration configuration = load("redact=/bot*/**,/users/*,max-retries=2");

    assertThat(configuration.faults()).isEmpty();
    assertThat(configuration.settings().redactedPaths().shown("/users/7")).isEqualTo("/users/*");
    assertThat(configuration.policyFor(null).maxRetries()).isEqualTo(2);
  }

  @Test
  void leavesEqualsSignsAndCommasInPathsAlone() {
    Configuration configuration = load("log=file:/var/log/env=prod/a,b.log,max-retries=2");

    assertThat(configuration.faults()).isEmpty();
    assertThat(configuration.settings().logFile()).isEqualTo("/var/log/env=prod/a,b.log");
  }

  @Test
  void knowsWhatStandsInFilesOnly() {
    assertThat(load("route.stock.max-retries=2,extends=a.properties").faults())
        .extracting(ConfigError::message)
        .containsExactly(
            "route.stock.max-retries: a route can only be set in a file (agent argument)",
            "extends: extends can only be set in a file (agent argument)");
  }

  @Test
  void seesThroughThePrefixOfSystemProperties() {
    assertThat(load("redial.max-retries=2").faults())
        .extracting(ConfigError::suggestion)
        .containsExactly("max-retries");
  }

  @Test
  void reportsWhatHasNoKey() {
    assertThat(load("observe").faults())
        .extracting(ConfigError::message)
        .containsExactly("observe is not of the form key=value (agent argument)");
    assertThat(load("=5").faults()).hasSize(1);
    assertThat(load(",,").faults()).isEmpty();
  }
}
