package io.redial.call;

import java.io.ByteArrayInputStream;
import java.io.Closeable;

/** The body of a response that was given up on, which was read and kept. */
final class BufferedStream extends PulledStream {
  private final ByteArrayInputStream bytes;

  BufferedStream(byte[] body) {
    this.bytes = new ByteArrayInputStream(body);
  }

  @Override
  public int read() {
    return bytes.read();
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    return bytes.read(into, offset, length);
  }

  @Override
  public int available() {
    return bytes.available();
  }

  @Override
  public boolean mayBeResumed() {
    return false;
  }

  /** Returns what can be closed without effect, so that the client releases nothing either. */
  @Override
  public Closeable ends(boolean drops) {
    return bytes;
  }

  @Override
  void drop() {}
}
