package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReplayBufferTest {

  @Test
  @DisplayName("rule 6.3: a body that comes in crumbs counts with the memory that it takes")
  void crumbsCountWithTheMemoryThatTheyTake() {
    ReplayMemory memory = new ReplayMemory(64 * 1024);
    ReplayBuffer buffer = new ReplayBuffer(memory, 64 * 1024);
    int kept = 0;
    while (buffer.append(new byte[] {1})) {
      kept++;
    }

    assertThat(kept).isBetween(1_000, 64 * 1024 / 24);
    buffer.free();
    assertThat(memory.held()).isZero();
  }
}
