package io.redial.client.apache5;

import java.io.IOException;
import org.apache.hc.core5.http.nio.CapacityChannel;

/**
 * The capacity that the application's consumer grants while its body comes from one connection
 * after the other. A consumer may keep this channel, and may grant all that it ever will at once;
 * so what the connection before has not used up is granted to the next one. Each connection brings
 * a first window that nobody grants (65,535 bytes, unless the client is set up otherwise).
 *
 * <p>A consumer grants capacity for what it was given. What arrived and was not given to it, or not
 * yet, is granted in its place, or a connection that brings half an event would stall. When it
 * grants the same bytes later, because they were given to it after all, that is not passed on.
 * Thread-safe.
 */
final class RelayedCapacity implements CapacityChannel {
  /** Grants what it can take. */
  interface Application {
    void updateCapacity(CapacityChannel capacity) throws IOException;
  }

  // Guarded by this.
  private CapacityChannel current;

  /** What the application has granted in all. */
  private long granted;

  /** What it was given in all. */
  private long given;

  /** What the current connection has brought. */
  private long arrived;

  /** What was granted to the current connection. */
  private long passedOn;

  /** The connection has used up what it was granted, or its first window. */
  void updateFrom(CapacityChannel channel, Application application) throws IOException {
    synchronized (this) {
      boolean another = current == null;
      current = channel;
      if (another && due() < 0) {
        // Some consumers never grant the bytes of a first window.
        passedOn = granted - given + arrived;
      }
    }
    if (passOn()) {
      return;
    }
    boolean again;
    do {
      again = asks(application); // It may grant a little each time, and owe more than that.
    } while (again);
  }

  /** Asks the application; returns whether it is to be asked again. */
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

  /** So many bytes have arrived, and the application is given them. */
  void use(int bytes) throws IOException {
    use(bytes, bytes);
  }

  /**
   * Bytes have arrived.
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

  /** The connection is gone; another one may follow. */
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

  /** What the connection is still to be granted; negative if it was granted more. */
  private long due() {
    return granted - given + arrived - passedOn;
  }

  /** Grants the connection what it is due; returns whether that is anything. */
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
