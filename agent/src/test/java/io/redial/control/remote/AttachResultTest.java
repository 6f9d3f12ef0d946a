package io.redial.control.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class AttachResultTest {
  private final Properties properties = new Properties();

  private AttachResult next(String kind, List<String> messages) {
    Properties before = new Properties();
    before.putAll(properties);
    AttachResult.leave(kind, messages, properties);
    return AttachResult.of(before, properties);
  }

  @Test
  void tellsAResultFromTheSameOneBefore() {
    assertThat(AttachResult.of(properties, properties)).isNull();

    assertThat(next("attached", List.of()).isAttached()).isTrue();
    assertThat(AttachResult.of(properties, properties)).as("nothing new").isNull();
    AttachResult second = next("refused", List.of("already installed"));
    assertThat(second.isAttached()).isFalse();
    assertThat(second.hasFaults()).isFalse();
    assertThat(second.messages()).containsExactly("already installed");
    assertThat(next("refused", List.of("already installed")).messages()).hasSize(1);
  }

  @Test
  void hasALineForEachFault() {
    AttachResult faults = next("faults", List.of("bad value", "unknown option (not attached)"));

    assertThat(faults.hasFaults()).isTrue();
    assertThat(faults.messages()).containsExactly("bad value", "unknown option (not attached)");
  }
}
