package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rule 7.2: which uses of a client on a thread are attempts. */
class ReentryGuardTest {
  private final Object client = "a client";
  private final Object request = "a request";

  private final Object outer = ReentryGuard.open(client);

  @AfterEach
  void close() {
    ReentryGuard.close(outer);
  }

  @Test
  @Rule("7.2")
  @DisplayName("a call that an interceptor makes is one of its own")
  void admitsOneUse() {
    assertThat(ReentryGuard.admits("another client", request)).isFalse();
    assertThat(ReentryGuard.admits(client, request)).isTrue();
    assertThat(ReentryGuard.admits(client, "a request for a token")).isFalse();
    assertThat(ReentryGuard.admits("another client", request)).isFalse();
  }

  @Test
  @Rule("7.2")
  @DisplayName("an agent that enters the method again makes no further call")
  void admitsTheSameUseAgain() {
    assertThat(ReentryGuard.admits(client, request)).isTrue();
    assertThat(ReentryGuard.admits(client, request)).isTrue();
  }

  @Test
  @Rule("7.2")
  @DisplayName("the same request later is another call")
  void admitsNothingOnceTheClientWasUsed() {
    assertThat(ReentryGuard.admits(client, request)).isTrue();
    ReentryGuard.close(null);

    assertThat(ReentryGuard.admits(client, request)).isFalse();
  }
}
