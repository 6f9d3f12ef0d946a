package io.redial.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OneLineTest {

  @Test
  void leavesVisibleTextAsItIs() {
    String text = "GET http://stock.internal/größe?*** → 503 \uD83D\uDE80";

    assertThat(OneLine.of(text)).isEqualTo(text);
    assertThat(OneLine.of("")).isEmpty();
  }

  @Test
  void escapesWhatEndsALineOrMovesTheCursor() {
    assertThat(OneLine.of("a\nredial: error: forged\r\t\u001b[2J\u0085\u2028\u2029"))
        .isEqualTo("a\\u000aredial: error: forged\\u000d\\u0009\\u001b[2J\\u0085\\u2028\\u2029");
  }

  @Test
  void escapesWhatReordersOrHidesText() {
    assertThat(OneLine.of("\u202Egnp.exe\u2066\uFEFF\u200B\u00AD"))
        .isEqualTo("\\u202egnp.exe\\u2066\\ufeff\\u200b\\u00ad");
    assertThat(OneLine.of("tag \uDB40\uDC41")).isEqualTo("tag \\udb40\\udc41");
  }

  @Test
  void escapesHalfAPair() {
    assertThat(OneLine.of("\uD83D x \uDE80")).isEqualTo("\\ud83d x \\ude80");
  }
}
