package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttemptTimeoutTest {
  private final VirtualTime time = new VirtualTime();
  private final AttemptTimeout timeout = new AttemptTimeout();
  private final List<Long> aborted = new ArrayList<>();

  @Test
  @Rule("2.5")
  void anAttemptWithoutAHeadIsEndedWhenItsTimeIsOver() {
    timeout.start(time, 50, () -> aborted.add(time.elapsed()));

    time.runUntil(() -> false);

    assertThat(aborted).containsExactly(50L);
  }

  @Test
  @Rule("2.5")
  void aClockThatIsStoppedBeforeItsStartNeverRuns() {
    timeout.stop();
    timeout.startOffTimer(time, 50, () -> aborted.add(time.elapsed()));

    time.runUntil(() -> false);

    assertThat(aborted).isEmpty();
  }
}
