package io.redial.benchmarks.ready;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ReadyFilterCostTest {

  @Test
  void measuresWhatItSays() throws IOException {
    ReadyFilterCost cost = new ReadyFilterCost();

    assertThat(cost.noFilter()).isEqualTo(-1);
    assertThat(cost.silentClient()).as("passed on").isEqualTo(-1);
    assertThat(cost.askingClient()).as("passed on").isEqualTo(-1);
    assertThat(cost.earlyClient()).as("turned away").isEqualTo(503);
  }
}
