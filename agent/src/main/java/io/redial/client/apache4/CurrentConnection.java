package io.redial.client.apache4;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.http.nio.IOControl;

/**
 * The control that a consumer may keep in order to suspend and request its input later. It forwards
 * to the connection that the body currently comes from; what is requested between two connections
 * applies to the next one. Thread-safe.
 */
final class CurrentConnection implements IOControl {
  /**
   * Ends the body while there is no connection. Null once the call is over, because the application
   * may keep the control for long.
   */
  private volatile Runnable abort;

  /**
   * Delivers content that waits until the application requests input. Null once the call is over.
   */
  private volatile Runnable delivery;

  /**
   * Gets what {@link #abort} and {@link #delivery} throw, which the application must not see (rule
   * 1.4). Null once the call is over.
   */
  private volatile Consumer<Throwable> failed;

  volatile boolean shutDown;

  /** Guarded by this; read without the lock after an internal fault. */
  volatile boolean suspended;

  /** Guarded by this. */
  private IOControl connection;

  CurrentConnection(Runnable abort, Runnable delivery, Consumer<Throwable> failed) {
    this.abort = abort;
    this.delivery = delivery;
    this.failed = failed;
  }

  /**
   * Forwards to the body's own connection and to no other, after an internal fault.
   *
   * @param own null if the connection is not known
   * @return false if the application has suspended its input
   */
  synchronized boolean stayWith(IOControl own) {
    finish();
    connection = own;
    if (suspended && own != null) {
      own.suspendInput();
    }
    return !suspended;
  }

  /** Returns whether the application has suspended its input. */
  synchronized boolean isSuspended() {
    return suspended;
  }

  /**
   * Forwards to the connection that has content from now on; returns false if it is a new one and
   * the application has suspended its input.
   */
  synchronized boolean leadTo(IOControl next) {
    if (connection == next) {
      return true;
    }
    connection = next;
    if (suspended) {
      next.suspendInput();
    }
    return !suspended;
  }

  /** Forwards to no connection, because the current one is gone. */
  synchronized void leadNowhere() {
    connection = null;
  }

  /** Leaves the connection, which is about to serve other calls that need its input. */
  synchronized void leave() {
    if (connection != null && suspended) {
      connection.requestInput();
    }
    connection = null;
  }

  /** Returns whether the application has shut the connection down, so that the body ends. */
  boolean isShutDown() {
    return shutDown;
  }

  /** Releases what the call needed, because the call is over. */
  void finish() {
    abort = null;
    delivery = null;
    failed = null;
  }

  private void run(Runnable waiting) {
    Consumer<Throwable> told = failed;
    try {
      waiting.run();
    } catch (Throwable fault) {
      if (told != null) {
        told.accept(fault);
      }
    }
  }

  /**
   * Shuts the connection down, because nothing more is wanted from it. The lock keeps it from being
   * left meanwhile and then serving another call.
   */
  synchronized void drop() {
    if (connection != null) {
      try {
        connection.shutdown();
      } catch (IOException | RuntimeException alreadyGone) {
        // The connection is gone, as intended.
      }
    }
  }

  @Override
  public synchronized void suspendInput() {
    suspended = true;
    if (connection != null) {
      connection.suspendInput();
    }
  }

  @Override
  public void requestInput() {
    synchronized (this) {
      suspended = false;
      if (connection != null) {
        connection.requestInput();
      }
    }
    Runnable waiting = delivery;
    if (waiting != null) {
      run(waiting);
    }
  }

  @Override
  public void requestOutput() {
    IOControl now = connection();
    if (now != null) {
      now.requestOutput();
    }
  }

  @Override
  public void suspendOutput() {
    IOControl now = connection();
    if (now != null) {
      now.suspendOutput();
    }
  }

  @Override
  public void shutdown() throws IOException {
    shutDown = true;
    synchronized (this) {
      if (connection != null) {
        connection.shutdown();
        return;
      }
    }
    Runnable waiting = abort;
    if (waiting != null) {
      run(waiting);
    }
  }

  private synchronized IOControl connection() {
    return connection;
  }
}
