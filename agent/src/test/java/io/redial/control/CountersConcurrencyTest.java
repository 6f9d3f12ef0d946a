package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.Together;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;

class CountersConcurrencyTest {
  private static final int THREADS = 8;
  private static final int EACH = 2_000;

  @RepeatedTest(5)
  @Rule("11.4")
  @DisplayName("threads that count for one host and reason at once lose nothing")
  void countsExactlyHoweverManyThreadsCount() throws Exception {
    Counters counters = new Counters();

    Together.run(
        THREADS,
        () -> {
          for (int i = 0; i < EACH; i++) {
            counters.count("http://stock:80", i % 2 == 0 ? "budget" : "deadline");
            counters.count("http://host" + i % 50 + ":80", "budget");
          }
          return null;
        });

    long half = THREADS * EACH / 2;
    assertThat(counters.byHost()).hasSize(51);
    assertThat(counters.byHost().get("http://stock:80"))
        .isEqualTo(Map.of("budget", half, "deadline", half));
    assertThat(counters.byReason())
        .isEqualTo(Map.of("budget", half + THREADS * EACH, "deadline", half));
  }
}
