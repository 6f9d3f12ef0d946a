package io.redial.client.apache5;

import io.redial.call.Call;
import java.util.concurrent.TimeUnit;

/**
 * The rest of a response over HTTP/2 that nobody wants, on a connection that other calls may share.
 * Ending its exchange would end that connection in some versions (rule 1.5). So its body is read
 * and discarded, for a limited time.
 */
final class LateResponse {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private volatile boolean isTooLong;

  @SuppressWarnings("FutureReturnValueIgnored") // The task is quick, and harmless if it runs late.
  LateResponse(Call call) {
    call.timer().limit(LONGEST_NANOS, () -> isTooLong = true);
  }

  /** Returns whether to read on. */
  boolean readsOn() {
    return !isTooLong;
  }
}
