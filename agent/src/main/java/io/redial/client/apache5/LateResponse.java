package io.redial.client.apache5;

import io.redial.call.Call;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * A response over HTTP/2 that arrived after its attempt had been given up on, on a connection that
 * other calls may share. Ending its exchange would end that connection (rule 1.5). So its body is
 * read and discarded, within the limits of a given-up response (rule 8.1).
 */
final class LateResponse {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int mostBytes;
  private int bytes;
  private volatile boolean tooLong;

  @SuppressWarnings("FutureReturnValueIgnored") // The task is quick, and harmless if it runs late.
  LateResponse(Call call) {
    this.mostBytes = call.policy().drainBytes();
    call.timer().limit(LONGEST_NANOS, () -> tooLong = true);
  }

  /** Discards a part of the body. */
  void read(ByteBuffer part) throws GivenUpException {
    bytes += part.remaining();
    part.position(part.limit());
    if (bytes > mostBytes || tooLong) {
      throw new GivenUpException();
    }
  }
}
