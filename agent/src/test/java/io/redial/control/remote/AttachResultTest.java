package io.redial.control.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;

class AttachResultTest {
  private final Properties properties = new Properties();

  private AttachResult next(String kind, String... messages) {
    Properties before = new Properties();
    before.putAll(properties);
    AttachResult.leave(properties, kind, messages);
    return AttachResult.of(before, properties);
  }

  @Test
  void tellsAResultFromTheSameOneBefore() {
    assertThat(AttachResult.of(properties, properties)).isNull();

    assertThat(next("attached").is(AttachResult.ATTACHED)).isTrue();
    assertThat(AttachResult.of(properties, properties)).as("nothing new").isNull();
    AttachResult second = next("refused", "already installed");
    assertThat(second.is(AttachResult.ATTACHED)).isFalse();
    assertThat(second.is(AttachResult.FAULTS)).isFalse();
    assertThat(second.messages()).containsExactly("already installed");
    assertThat(next("refused", "already installed").messages()).hasSize(1);
  }

  @Test
  void hasALineForEachFault() {
    AttachResult faults = next("faults", "bad value", "unknown option (not attached)");

    assertThat(faults.is(AttachResult.FAULTS)).isTrue();
    assertThat(faults.messages()).containsExactly("bad value", "unknown option (not attached)");
  }
}
