package io.redial.client.apache4;

import java.nio.ByteBuffer;
import org.apache.http.nio.ContentDecoder;

/**
 * What a plan has let through of a body, until the application's consumer has read it. Used by one
 * thread at a time.
 */
final class SeenContent implements ContentDecoder {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /**
   * What the consumer has not read; a field for where no method may fail (rule 1.4). Whose buffer
   * it is may use it again when all of it is read, or after {@link #keep}.
   */
  ByteBuffer bytes = NOTHING;

  private long count;
  private boolean whole;

  /** Whether the consumer has been asked to read the end. */
  boolean told;

  boolean isEmpty() {
    return !bytes.hasRemaining();
  }

  /** How many bytes the consumer has read. */
  long count() {
    return count;
  }

  /** There is nothing, and the buffer that there was may be used for something else. */
  void clear() {
    bytes = NOTHING;
  }

  /** Keeps a copy of what is left, because the plan goes on. */
  void keep() {
    if (!isEmpty()) {
      add(NOTHING);
    }
  }

  /** Adds a copy of what follows, which is used up then. */
  void add(ByteBuffer more) {
    ByteBuffer all = ByteBuffer.allocate(bytes.remaining() + more.remaining());
    all.put(bytes).put(more);
    all.flip();
    bytes = all;
  }

  /** Nothing follows, and that is the orderly end. */
  void end() {
    whole = true;
  }

  /** Whether the consumer has yet to be told of the end. */
  boolean endsUnseen() {
    return whole && !told;
  }

  /** The consumer has been asked to read the end, whether it did or not. */
  void tell() {
    told = true;
  }

  @Override
  public int read(ByteBuffer into) { // The consumer calls it: it depends on no other method.
    if (whole && !bytes.hasRemaining()) {
      told = true;
      return -1;
    }
    int moved = Math.min(into.remaining(), bytes.remaining());
    ByteBuffer piece = bytes.slice();
    piece.limit(moved);
    into.put(piece);
    bytes.position(bytes.position() + moved);
    count += moved;
    told |=
        whole && !bytes.hasRemaining(); // As for a client's own decoder, which is completed then.
    return moved;
  }

  @Override
  public boolean isCompleted() {
    boolean completed = whole && !bytes.hasRemaining();
    told |= completed;
    return completed;
  }
}
