package io.redial.client.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.http.HttpClient;
import org.junit.jupiter.api.Test;

class CallCompletionTest {
  private final PendingCalls pending = new PendingCalls(null);

  @Test
  void aCallThatWasCancelledBeforeItsResponseWasGivenUpOnIsNotKept() {
    WeakReference<CallCompletion> left = cancelledAndThenUnsettled();

    System.gc();

    assertThat(left.get()).as("held by %s", pending).isNull();
  }

  private WeakReference<CallCompletion> cancelledAndThenUnsettled() {
    HttpClient client = HttpClient.newHttpClient();
    CallCompletion call = new CallCompletion(client, pending);
    call.outcomeGiven();
    call.unsettled();
    return new WeakReference<>(call);
  }
}
