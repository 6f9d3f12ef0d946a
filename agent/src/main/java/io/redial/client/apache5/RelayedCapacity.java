package io.redial.client.apache5;

import java.io.IOException;
import org.apache.hc.core5.http.nio.AsyncDataConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;

/**
 * The capacity that the application's consumer grants while its body comes from one connection
 * after the other. A consumer may keep this channel, and may grant all that it ever will at once;
 * so what the connection before has not used up is granted to the next one. Each connection brings
 * a first window that nobody grants (65,535 bytes, unless the client is set up otherwise).
 * Thread-safe.
 */
final class RelayedCapacity implements CapacityChannel {
  // Guarded by this.
  private CapacityChannel current;

  /**
   * What was granted and not used up. It is negative where the bytes of a first window were not
   * granted yet.
   */
  private long open;

  private boolean begun;

  /** The connection has used up what it was granted, or its first window. */
  void updateFrom(CapacityChannel channel, AsyncDataConsumer application) throws IOException {
    long left;
    synchronized (this) {
      boolean another = current == null;
      current = channel;
      if (another) {
        open = begun ? Math.max(0, open) : 0;
      }
      begun = true;
      left = another ? open : 0;
    }
    if (left > 0) {
      channel.update((int) Math.min(left, Integer.MAX_VALUE));
    } else {
      application.updateCapacity(this);
    }
  }

  /** So many bytes have arrived. */
  synchronized void use(int bytes) {
    open -= bytes;
  }

  /** The connection is gone; another one may follow. */
  synchronized void leave() {
    current = null;
  }

  @Override
  public void update(int increment) throws IOException {
    CapacityChannel channel;
    synchronized (this) {
      open += increment;
      channel = current;
    }
    if (channel != null) {
      channel.update(increment);
    }
  }
}
