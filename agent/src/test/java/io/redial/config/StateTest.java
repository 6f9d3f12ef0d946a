package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rule 11.1: what says whether Redial is on says how far. */
class StateTest {
  private static String state(String options) {
    return Configuration.load(options, new FakeEnvironment()).state();
  }

  @ParameterizedTest
  @Rule("11.1")
  @CsvSource({
    "max-retries=3, on",
    "enabled=false, OFF",
    "mode=observe, observing (mode=observe)",
    "rollout=10%, on for 10% of calls (rollout=10%)",
    "'mode=observe,rollout=10%', observing (mode=observe)",
    "'mode=observe,enabled=false', OFF",
  })
  void saysWhichSwitchHolds(String options, String expected) {
    assertThat(state(options)).isEqualTo(expected);
  }

  @Test
  @Rule("11.1")
  void namesTheRoutesThatDiffer() {
    FakeEnvironment environment =
        new FakeEnvironment()
            .file(
                "f",
                "enabled = false",
                "route.a.match = http://a/**",
                "route.a.enabled = true",
                "route.b.match = http://b/**",
                "route.c.match = http://c/**",
                "route.c.enabled = true",
                "route.c.mode = observe");

    assertThat(Configuration.load("config=f", environment).state())
        .isEqualTo("OFF; route a: on; route c: observing (mode=observe)");
  }

  @Test
  void namesFiveRoutesAtMost() {
    List<String> lines = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      lines.add("route.r" + i + ".match = http://h" + i + "/**");
      lines.add("route.r" + i + ".enabled = false");
    }
    FakeEnvironment environment = new FakeEnvironment().file("f", lines.toArray(new String[0]));

    assertThat(Configuration.load("config=f", environment).state())
        .startsWith("on; route r1: OFF; ")
        .endsWith("; route r5: OFF; and 3 more routes");
  }
}
