package io.redial.client.apache5;

import java.io.IOException;
import org.apache.hc.core5.http.nio.CapacityChannel;

/**
 * The capacity that the application's consumer grants while its body comes from one connection
 * after the other. A consumer may keep this channel, and may grant all that it ever will at once.
 * So what the previous connection has not used up is granted to the next one. Each connection has
 * an initial window that nobody grants (65,535 bytes, unless the client is set up otherwise).
 *
 * <p>A consumer grants capacity for what it was given. For bytes that arrived and were not given to
 * it, or not yet, this class grants the capacity instead; otherwise a connection that brings half
 * an event would stall. If the bytes are given to the consumer later and it grants them then, that
 * is not passed on. Thread-safe.
 */
final class RelayedCapacity implements CapacityChannel {
  /** The application's consumer, which grants the capacity that it can take. */
  interface Application {
    void updateCapacity(CapacityChannel capacity) throws IOException;
  }

  // Guarded by this.
  private CapacityChannel current;

  /** The number of bytes that the application has granted in all. */
  private long granted;

  /** The number of bytes that the application was given in all. */
  private long given;

  /** The number of bytes that have arrived on the current connection. */
  private long arrived;

  /** The number of bytes that were granted to the current connection. */
  private long passedOn;

  /**
   * Called when the connection has used up what it was granted, or its initial window. Grants it
   * what it is due, or asks the application for more.
   */
  void updateFrom(CapacityChannel channel, Application application) throws IOException {
    synchronized (this) {
      boolean another = current == null;
      current = channel;
      if (another && due() < 0) {
        // Some consumers never grant the bytes of an initial window.
        passedOn = granted - given + arrived;
      }
    }
    if (passOn()) {
      return;
    }
    boolean again;
    do {
      again = asks(application); // Each grant may be smaller than what the application still owes.
    } while (again);
  }

  /** Asks the application for capacity. Returns whether to ask it again. */
  private boolean asks(Application application) throws IOException {
    long before;
    long passedBefore;
    synchronized (this) {
      before = granted;
      passedBefore = passedOn;
    }
    application.updateCapacity(this);
    synchronized (this) {
      return granted > before && passedOn == passedBefore;
    }
  }

  /** Notes that bytes have arrived and the application is given all of them. */
  void use(int bytes) throws IOException {
    use(bytes, bytes);
  }

  /**
   * Notes that bytes have arrived.
   *
   * @param toApplication how many the application is given now: fewer if some are held back or
   *     dropped, more if some were held back before
   */
  void use(int bytes, int toApplication) throws IOException {
    synchronized (this) {
      arrived += bytes;
      given += toApplication;
    }
    passOn();
  }

  /** Notes that the connection is gone. Another one may follow. */
  synchronized void leave() {
    current = null;
    arrived = 0;
    passedOn = 0;
  }

  @Override
  public void update(int increment) throws IOException {
    synchronized (this) {
      granted += increment;
    }
    passOn();
  }

  /** Returns what the connection is still to be granted; negative if it was granted more. */
  private long due() {
    return granted - given + arrived - passedOn;
  }

  /** Grants the connection what it is due. Returns whether that is anything. */
  private boolean passOn() throws IOException {
    CapacityChannel channel;
    int increment;
    synchronized (this) {
      channel = current;
      increment = (int) Math.min(due(), Integer.MAX_VALUE);
      if (channel == null || increment <= 0) {
        return false;
      }
      passedOn += increment;
    }
    channel.update(increment);
    return true;
  }
}
