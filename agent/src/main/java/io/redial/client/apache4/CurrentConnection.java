package io.redial.client.apache4;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.http.nio.IOControl;

/**
 * The control that a consumer may keep in order to suspend and request its input later. It leads to
 * the connection that the body comes from at that moment; what is said between two connections
 * holds for the next one. Thread-safe.
 */
final class CurrentConnection implements IOControl {
  /**
   * What ends the body while there is no connection. Null once the call is over, because the
   * application may keep the control for long.
   */
  private volatile Runnable abort;

  /** Brings what waits for the application to want input. Null once the call is over. */
  private volatile Runnable delivery;

  /**
   * Is told what fails in them, which the application must not see (rule 1.4). Null once the call
   * is over.
   */
  private volatile Consumer<Throwable> failed;

  volatile boolean shutDown;

  /** Guarded by this, and read without it after a fault. */
  volatile boolean suspended;

  /** Guarded by this. */
  private IOControl connection;

  CurrentConnection(Runnable abort, Runnable delivery, Consumer<Throwable> failed) {
    this.abort = abort;
    this.delivery = delivery;
    this.failed = failed;
  }

  /**
   * After a fault: it leads to the body's own connection and nowhere else.
   *
   * @param own null if that is not known
   * @return false if the application wants no input for now
   */
  synchronized boolean stayWith(IOControl own) {
    finish();
    connection = own;
    if (suspended && own != null) {
      own.suspendInput();
    }
    return !suspended;
  }

  /** Whether the application wants no input for now. */
  synchronized boolean isSuspended() {
    return suspended;
  }

  /** There is content on that connection; false if the application wants none for now. */
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

  /** That connection is gone. */
  synchronized void leadNowhere() {
    connection = null;
  }

  /** That connection is about to serve other calls, which need its input. */
  synchronized void leave() {
    if (connection != null && suspended) {
      connection.requestInput();
    }
    connection = null;
  }

  /** Whether the application has shut the connection down, so that the body ends. */
  boolean isShutDown() {
    return shutDown;
  }

  /** The call is over. */
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
   * Nothing more is wanted from that connection. It cannot be left meanwhile, and then serve
   * another call.
   */
  synchronized void drop() {
    if (connection != null) {
      try {
        connection.shutdown();
      } catch (IOException | RuntimeException alreadyGone) {
        // Which is what was wanted.
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
