package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigErrorTest {

  @Test
  void isOneLineWhateverItQuotes() {
    String found = "a\r\nb\u0000\u001b[31m\u2028\u202e";
    ConfigError fault =
        Configuration.load("max-retries=" + found + "x", new FakeEnvironment()).faults().get(0);

    assertThat(fault)
        .hasToString(
            "redial: bad value a\\u000d\\u000ab\\u0000\\u001b[31m\\u2028\\u202ex for max-retries"
                + " (agent argument); allowed: a whole number, 0 or more; none for no limit");
  }

  @Test
  void shortensWhatItQuotes() {
    String found = "x".repeat(100_000);
    ConfigError fault =
        Configuration.load("max-retries=" + found, new FakeEnvironment()).faults().get(0);

    assertThat(fault.message()).startsWith("bad value " + "x".repeat(200) + "... for max-retries");
  }

  @Test
  void tellsWhatItIsAbout() {
    ConfigError fault = Configuration.load("jitter=ful", new FakeEnvironment()).faults().get(0);

    assertThat(fault.key()).isEqualTo("jitter");
    assertThat(fault.origin()).hasToString("agent argument");
    assertThat(fault.message()).contains("; allowed: full, equal, none;");
    assertThat(fault.suggestion()).isEqualTo("full");
  }
}
