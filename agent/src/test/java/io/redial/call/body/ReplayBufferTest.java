package io.redial.call.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReplayBufferTest {

  @Test
  @Rule("6.3")
  @DisplayName("a body that comes in crumbs counts with the memory that it takes")
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

  @Test
  @Rule("6.5")
  void theMemoryOfACallThatItsClientHasLostComesBack() {
    ReplayMemory memory = new ReplayMemory(64 * 1024);
    new ReplayBuffer(memory, 64 * 1024).append(new byte[60_000]);
    assertThat(memory.held()).isPositive();

    for (int i = 0; i < 1000 && memory.held() > 0; i++) {
      System.gc();
    }

    assertThat(memory.held()).isZero();
    assertThat(new ReplayBuffer(memory, 64 * 1024).append(new byte[60_000])).isTrue();
  }
}
