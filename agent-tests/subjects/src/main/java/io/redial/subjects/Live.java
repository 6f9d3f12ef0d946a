package io.redial.subjects;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * A stream as unkind as an order wants it: one that has only so much to give for now, so that at
 * each position named with "pauses" it waits until the test lets it "go-on"; and one that
 * "fails-to-close".
 */
public final class Live extends ByteArrayInputStream {
  private final Semaphore permits = new Semaphore(0);
  private final int[] pauses;
  private final boolean failsToClose;
  private int next;

  private Live(byte[] bytes, int[] pauses, boolean failsToClose) {
    super(bytes);
    this.pauses = pauses;
    this.failsToClose = failsToClose;
  }

  /** A stream of these bytes. */
  public static InputStream stream(byte[] bytes, Order order) {
    int[] pauses =
        Stream.of(order.get("pauses", "").split(" ", -1))
            .filter(text -> !text.isEmpty())
            .mapToInt(Integer::parseInt)
            .toArray();
    boolean failsToClose = Boolean.parseBoolean(order.get("fails-to-close", "false"));
    Live live = new Live(bytes, pauses, failsToClose);
    if (pauses.length > 0) {
      InFlight.offer(order.key(), "go-on", live.permits::release);
    }
    return live;
  }

  @Override
  public void close() throws IOException {
    if (failsToClose) {
      throw new IOException("not closed");
    }
  }

  @Override
  public synchronized int read(byte[] to, int offset, int length) {
    if (next == pauses.length) {
      return super.read(to, offset, length);
    }
    if (pos == pauses[next]) {
      permits.acquireUninterruptibly();
      next++;
      return read(to, offset, length);
    }
    return super.read(to, offset, Math.min(length, pauses[next] - pos));
  }
}
