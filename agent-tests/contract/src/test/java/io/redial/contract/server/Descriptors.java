package io.redial.contract.server;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A process that is being started has all sockets of this JVM until it closes them. A connection
 * that is reset meanwhile stays open that long, and its client writes on without noticing. So none
 * is reset while a process starts.
 */
public final class Descriptors {
  private static final ReadWriteLock INHERITED = new ReentrantReadWriteLock();

  private Descriptors() {}

  /** Starts a process; on return, it has closed what it had of this one. */
  public static Process start(ProcessBuilder builder) throws IOException {
    INHERITED.readLock().lock();
    try {
      return builder.start();
    } finally {
      INHERITED.readLock().unlock();
    }
  }

  /** Resets a connection, of which its client is told at once. */
  static void reset(Socket socket) throws IOException {
    INHERITED.writeLock().lock();
    try {
      socket.setSoLinger(true, 0);
      socket.close();
    } finally {
      INHERITED.writeLock().unlock();
    }
  }
}
