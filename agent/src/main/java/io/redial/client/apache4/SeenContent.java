package io.redial.client.apache4;

import java.nio.ByteBuffer;
import org.apache.http.nio.ContentDecoder;

/**
 * Holds what a plan has let through of a body, until the application's consumer has read it. Used
 * by one thread at a time.
 */
final class SeenContent implements ContentDecoder {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /**
   * What the consumer has not read. It is a field because it is used where no method may fail (rule
   * 1.4). The owner of the buffer may reuse it when all of it is read, or after {@link #keep}.
   */
  ByteBuffer bytes = NOTHING;

  private long count;
  private boolean whole;

  /** Whether the consumer has been asked to read the end. */
  boolean told;

  boolean isEmpty() {
    return !bytes.hasRemaining();
  }

  /** Returns the number of bytes that the consumer has read. */
  long count() {
    return count;
  }

  /** Empties the content. The previous buffer may then be used for something else. */
  void clear() {
    bytes = NOTHING;
  }

  /** Copies what is left, because the plan continues and may reuse its buffer. */
  void keep() {
    if (!isEmpty()) {
      add(NOTHING);
    }
  }

  /** Appends a copy of the given bytes and consumes them. */
  void add(ByteBuffer more) {
    ByteBuffer all = ByteBuffer.allocate(bytes.remaining() + more.remaining());
    all.put(bytes).put(more);
    all.flip();
    bytes = all;
  }

  /** Marks the orderly end: nothing follows. */
  void end() {
    whole = true;
  }

  /** Returns whether the consumer has yet to see the orderly end. */
  boolean endsUnseen() {
    return whole && !told;
  }

  /** Records that the consumer has been asked to read the end, whether or not it did. */
  void tell() {
    told = true;
  }

  @Override
  public int read(ByteBuffer into) { // Called by the consumer, and depends on no other method.
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
        whole && !bytes.hasRemaining(); // Like the client's own decoder, which is completed then.
    return moved;
  }

  @Override
  public boolean isCompleted() {
    boolean completed = whole && !bytes.hasRemaining();
    told |= completed;
    return completed;
  }
}
