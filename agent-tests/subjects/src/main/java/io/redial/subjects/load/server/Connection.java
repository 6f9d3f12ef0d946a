package io.redial.subjects.load.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A connection to a client, with TLS or without, and the ways to end it. Thread-safe. */
public final class Connection {
  private static final int DRAIN_MILLIS = 300;

  private final Socket tcp;
  private final Socket http;
  private volatile boolean broken;
  private volatile boolean ended;
  private volatile boolean left;
  private volatile long leftAt;
  private volatile int lastStream = Integer.MAX_VALUE;

  Connection(Socket tcp, Socket http) {
    this.tcp = tcp;
    this.http = http;
  }

  InputStream in() throws IOException {
    return http.getInputStream();
  }

  OutputStream out() throws IOException {
    return http.getOutputStream();
  }

  private void end() {
    broken = true;
    ended = true;
  }

  /** Whether the server ended it. */
  boolean isEnded() {
    return ended;
  }

  /** Whether the server ended it or sent something after which a client may drop it. */
  public boolean isBroken() {
    return broken;
  }

  /** From here on the client may drop it, whatever else is under way on it. */
  public void markBroken() {
    broken = true;
  }

  /** The client ended it, and with it whatever it had not read yet. */
  void leave() {
    if (!left && !ended) {
      leftAt = System.nanoTime();
      left = true;
    }
  }

  /** Whether the client had ended it at that time of {@link System#nanoTime}. */
  public boolean isLeftAt(long nanos) {
    return left && leftAt - nanos <= 0;
  }

  /** Whether the client ended it, and not the server. */
  public boolean isLeft() {
    return left;
  }

  /** Of HTTP/2: the last stream that is answered, as the client was told. */
  public int lastStream() {
    return lastStream;
  }

  void goAway(int last) {
    broken = true;
    lastStream = Math.min(lastStream, last);
  }

  /** RST: what was sent and not yet read is lost. */
  public void reset() throws IOException {
    end();
    tcp.setSoLinger(true, 0);
    tcp.close();
  }

  /** The end of what is sent, with TLS's close_notify before it. */
  public void finish() throws IOException {
    end();
    tcp.setSoTimeout(DRAIN_MILLIS);
    http.shutdownOutput();
  }

  /** FIN alone, as the kernel sends it for a process that was killed. */
  public void cut() throws IOException {
    end();
    tcp.setSoTimeout(DRAIN_MILLIS);
    tcp.shutdownOutput();
  }

  /** Reads for a moment what the client still sends, lest the kernel answer with RST. */
  void drain() throws IOException {
    if (!ended || tcp.isClosed()) {
      return;
    }
    byte[] ignored = new byte[8192];
    long end = System.nanoTime() + DRAIN_MILLIS * 1_000_000L;
    while (System.nanoTime() < end && tcp.getInputStream().read(ignored) >= 0) {
      // until the client has seen the end
    }
  }
}
