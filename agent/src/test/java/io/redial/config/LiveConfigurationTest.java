package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LiveConfigurationTest {
  private final FakeEnvironment environment = new FakeEnvironment();

  private LiveConfiguration live(String arguments) {
    return new LiveConfiguration(arguments, environment);
  }

  /** Rule 11.1. */
  @Test
  void isSwitchedOffAndOnWhileTheProgramRuns() {
    LiveConfiguration live = live("max-retries=4");

    live.setEnabled(false);
    assertThat(live.current().policyFor(null).enabled()).isFalse();
    assertThat(live.current().value(Option.ENABLED)).hasToString("false (run time)");
    assertThat(live.current().policyFor(null).maxRetries()).isEqualTo(4);

    live.setEnabled(true);
    assertThat(live.current().policyFor(null).enabled()).isTrue();
  }

  @Test
  void canGiveTheDecisionBackToTheOptions() {
    LiveConfiguration live = live("enabled=false");
    live.setEnabled(true);
    assertThat(live.current().policyFor(null).enabled()).isTrue();

    live.resetEnabled();
    assertThat(live.current().policyFor(null).enabled()).isFalse();
  }

  @Test
  void retriesNothingWithFaultsInTheOptions() {
    LiveConfiguration live = live("max-retries=many");
    live.setEnabled(true);

    assertThat(live.current().policyFor(null).enabled()).isFalse();
    assertThat(live.current().faults()).hasSize(1);
  }
}
