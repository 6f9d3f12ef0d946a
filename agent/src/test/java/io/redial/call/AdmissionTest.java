package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rule 7.2: which uses of a client on a thread are attempts. */
class AdmissionTest {
  private final Object client = "a client";
  private final Object request = "a request";

  private final Object outer = Admission.open(client);

  @AfterEach
  void close() {
    Admission.close(outer);
  }

  @Test
  @DisplayName("rule 7.2: a call that an interceptor makes is one of its own")
  void admitsOneUse() {
    assertThat(Admission.admits("another client", request)).isFalse();
    assertThat(Admission.admits(client, request)).isTrue();
    assertThat(Admission.admits(client, "a request for a token")).isFalse();
    assertThat(Admission.admits("another client", request)).isFalse();
  }

  @Test
  @DisplayName("rule 7.2: an agent that enters the method again makes no further call")
  void admitsTheSameUseAgain() {
    assertThat(Admission.admits(client, request)).isTrue();
    assertThat(Admission.admits(client, request)).isTrue();
  }

  @Test
  @DisplayName("rule 7.2: the same request later is another call")
  void admitsNothingOnceTheClientWasUsed() {
    assertThat(Admission.admits(client, request)).isTrue();
    Admission.close(null);

    assertThat(Admission.admits(client, request)).isFalse();
  }
}
