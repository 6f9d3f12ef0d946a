package io.redial.client.apache4;

import io.redial.policy.stream.StreamPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.nio.ContentDecoder;

/**
 * Decodes what one connection delivers, where the consumer reads only what the plan lets through.
 */
final class SeenPart extends PartDecoder {
  private static final int BUFFER = 4096;

  private final SeenContent seen;
  private final ByteBuffer unseen = ByteBuffer.allocate(BUFFER);

  /** Whether {@code unseen} may hold bytes that the plan has not taken. */
  private boolean isUntaken;

  /** Whether {@code unseen} has been flipped, so that the plan can take it. */
  private boolean isFlipped;

  SeenPart(ContentDecoder decoder, StreamPlan plan, SeenContent seen) {
    super(decoder, plan);
    this.seen = seen;
  }

  @Override
  public boolean isCompleted() {
    if (plain == null) {
      try {
        return seen.isCompleted();
      } catch (Throwable thrown) {
        leave(thrown);
      }
    }
    return plain.isCompleted();
  }

  /** Reads more from the connection only when the consumer has read all that is available to it. */
  @Override
  public int read(ByteBuffer into) throws IOException {
    if (plain == null) {
      try {
        return see(into);
      } catch (IOException ofTheConnection) {
        throw ofTheConnection;
      } catch (Throwable thrown) {
        leave(thrown);
      }
    }
    return left().read(into);
  }

  private int see(ByteBuffer into) throws IOException {
    while (seen.isEmpty() && into.hasRemaining()) {
      seen.clear(); // It may share the buffer that is filled next.
      unseen.clear();
      isUntaken = true;
      long count = take(() -> decoder.read(unseen));
      if (count <= 0) {
        isUntaken = false;
        return 0;
      }
      unseen.flip();
      isFlipped = true;
      seen.bytes = plan.take(unseen).slice();
      isUntaken = false;
      isFlipped = false;
      next = plan.next();
    }
    return seen.read(into);
  }

  @Override
  ByteBuffer let() {
    ByteBuffer through = seen.bytes;
    seen.bytes = NOTHING;
    return through;
  }

  @Override
  ByteBuffer untaken() {
    if (!isUntaken) {
      return NOTHING;
    }
    if (!isFlipped) {
      unseen.flip();
    }
    isUntaken = false;
    return unseen;
  }
}
