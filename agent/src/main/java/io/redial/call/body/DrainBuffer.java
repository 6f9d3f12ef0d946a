package io.redial.call.body;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The body of a response that is given up on, up to a limit. Reading it lets the connection be used
 * again, and keeping it lets the response be returned after all (rule 8). For one thread at a time,
 * except {@link #isComplete}.
 */
public final class DrainBuffer {
  private static final int PIECE = 4096;

  /**
   * The number of bytes kept. It is a field, so that it can be read where a method of Redial, which
   * could fail, must not be called.
   */
  public long size;

  /**
   * Whether an internal fault has lost some of the body, which therefore never becomes complete.
   */
  public volatile boolean broken;

  private final int limit;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private volatile boolean complete;

  /**
   * Creates an empty buffer.
   *
   * @param limit the size in bytes up to which a body can be complete ({@code drain}), 0 or more
   */
  public DrainBuffer(int limit) {
    this.limit = limit;
  }

  /** Keeps a piece of the body, whatever its length. */
  public void keep(ByteBuffer piece) {
    byte[] copied = new byte[piece.remaining()];
    piece.get(copied);
    kept.write(copied, 0, copied.length);
    size += copied.length;
  }

  /**
   * Takes a piece of the body. It is kept unless the body was already too long.
   *
   * @return false if the body is too long
   */
  public boolean offer(ByteBuffer piece) {
    if (isTooLong()) {
      piece.position(piece.limit());
    } else {
      keep(piece);
    }
    return !isTooLong();
  }

  /** Whether the body is longer than the limit. */
  public boolean isTooLong() {
    return size > limit;
  }

  /**
   * Reads a body to its end and closes it, which gives its connection back. If the body is too
   * long, it stops reading and leaves it open.
   *
   * @param body may be null for an empty one
   * @throws IOException if the body cannot be read or closed
   */
  public void readFrom(InputStream body) throws IOException {
    if (body != null) {
      byte[] piece = new byte[PIECE];
      for (int count = body.read(piece); count >= 0; count = body.read(piece)) {
        if (!offer(ByteBuffer.wrap(piece, 0, count))) {
          return;
        }
      }
      body.close();
    }
    complete();
  }

  /** Called when the body has come to its end. */
  public void complete() {
    complete = !broken && !isTooLong();
  }

  /** Returns whether the whole body was kept. */
  public boolean isComplete() {
    return complete;
  }

  /** Returns the bytes that were kept. */
  public byte[] bytes() {
    return kept.toByteArray();
  }
}
