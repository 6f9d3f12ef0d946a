package io.redial.client.apache4;

import io.redial.policy.stream.StreamPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.nio.ContentDecoder;

/** What one connection brings where the consumer reads what the plan lets through. */
final class SeenPart extends PartDecoder {
  private static final int BUFFER = 4096;

  private final SeenContent seen;
  private final ByteBuffer unseen = ByteBuffer.allocate(BUFFER);

  /** Whether something is there that the plan has not seen, and whether it is ready for that. */
  private boolean isUntaken;

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

  /** Asks the connection for more only when the consumer has read all that it can have. */
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
      seen.clear(); // It may be the same buffer.
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
