package io.redial.control.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class AttachResultTest {
  private final Properties properties = new Properties();

  private List<String> next(String kind, String... messages) {
    Properties before = new Properties();
    before.putAll(properties);
    AttachResult.leave(properties, kind, messages);
    return AttachResult.of(before, properties);
  }

  @Test
  void tellsAResultFromTheSameOneBefore() {
    assertThat(AttachResult.of(properties, properties)).isNull();

    assertThat(next("attached")).containsExactly(AttachResult.ATTACHED);
    assertThat(AttachResult.of(properties, properties)).as("nothing new").isNull();
    assertThat(next("refused", "already installed"))
        .containsExactly(AttachResult.REFUSED, "already installed");
    assertThat(next("refused", "already installed")).hasSize(2);
  }

  @Test
  void hasALineForEachFault() {
    assertThat(next("faults", "bad value", "unknown option (not attached)"))
        .containsExactly(AttachResult.FAULTS, "bad value", "unknown option (not attached)");
  }
}
