package io.redial.storms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BoundTest {

  @Test
  void isOnePointTwoTwoAtAHundredCallsPerSecond() {
    assertThat(Bound.at(100)).isEqualTo(1.22, within(1e-9));
  }

  @Test
  void holdsForRetriesWithinTheBudget() {
    assertThat(Bound.holds(run(220))).isTrue();
  }

  @Test
  void isBrokenByOneRetryMore() {
    assertThat(Bound.holds(run(221))).isFalse();
  }

  /** The calls of the outage, and retries of the first of them. */
  private static Run run(int retries) {
    List<Request> requests = new ArrayList<>();
    double start = Scenario.FULL.fall();
    for (int call = 0; call < 1_000; call++) {
      requests.add(new Request(start + call * 0.0099, call, false));
    }
    for (int i = 0; i < retries; i++) {
      requests.add(new Request(start + 9.9, i, false));
    }
    return new Run(Variant.REDIAL, Scenario.FULL, requests, new BitSet());
  }
}
