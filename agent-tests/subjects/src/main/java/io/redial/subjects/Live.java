package io.redial.subjects;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.Semaphore;

/**
 * A stream that has only so much to give for now: at each position that an order names with
 * "pauses" it waits until the test lets it "go-on".
 */
public final class Live extends ByteArrayInputStream {
  private final Semaphore permits = new Semaphore(0);
  private final int[] pauses;
  private int next;

  private Live(byte[] bytes, int[] pauses) {
    super(bytes);
    this.pauses = pauses;
  }

  /** A stream of these bytes, which an order may make pause. */
  public static InputStream stream(byte[] bytes, Order order) {
    String pauses = order.get("pauses", "");
    if (pauses.isEmpty()) {
      return new ByteArrayInputStream(bytes);
    }
    String[] texts = pauses.split(" ", -1);
    int[] positions = new int[texts.length];
    for (int i = 0; i < texts.length; i++) {
      positions[i] = Integer.parseInt(texts[i]);
    }
    Live live = new Live(bytes, positions);
    InFlight.offer(order.key(), "go-on", live.permits::release);
    return live;
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
