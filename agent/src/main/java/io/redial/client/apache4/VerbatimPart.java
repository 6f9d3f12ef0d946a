package io.redial.client.apache4;

import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.FileContentDecoder;

/**
 * Decodes what one connection delivers, where the consumer reads directly from the connection and
 * the plan only counts.
 */
class VerbatimPart extends PartDecoder {
  VerbatimPart(ContentDecoder decoder, StreamPlan plan) {
    super(decoder, plan);
  }

  @Override
  public final boolean isCompleted() {
    if (plain == null) {
      try {
        return plan.isWhole();
      } catch (Throwable thrown) {
        leave(thrown);
      }
    }
    return plain.isCompleted();
  }

  @Override
  public final int read(ByteBuffer into) throws IOException {
    int before = into.position();
    if (plain == null) {
      try {
        return pass(into, before);
      } catch (IOException ofTheConnection) {
        throw ofTheConnection;
      } catch (Throwable thrown) {
        leave(thrown);
      }
      int read = into.position() - before;
      if (read > 0 && next == Next.READ) {
        return read;
      }
      into.position(before);
    }
    return left().read(into);
  }

  private int pass(ByteBuffer into, int before) throws IOException {
    int count = (int) take(() -> decoder.read(into));
    if (passed(count)) {
      return count;
    }
    into.position(before);
    return nothing();
  }

  /** Counts bytes that were read; returns false if they must not be used. */
  final boolean passed(long count) {
    if (count <= 0) {
      return true;
    }
    plan.passed(count);
    next = plan.next();
    return next == Next.READ;
  }

  /** A part that can write into a file. */
  static final class ToFile extends VerbatimPart implements FileContentDecoder {
    private static final int BUFFER = 4096;

    private final FileContentDecoder file;

    /** The number of bytes that the latest transfer has moved. */
    private long moved;

    ToFile(FileContentDecoder decoder, StreamPlan plan) {
      super(decoder, plan);
      this.file = decoder;
    }

    @Override
    public long transfer(FileChannel into, long position, long count) throws IOException {
      if (plain == null) {
        moved = 0;
        try {
          return pass(into, position, count);
        } catch (IOException ofTheConnection) {
          throw ofTheConnection;
        } catch (Throwable thrown) {
          leave(thrown);
        }
        if (moved > 0 && next == Next.READ) {
          return moved;
        }
      }
      return left().transfer(into, position, count);
    }

    private long pass(FileChannel into, long position, long count) throws IOException {
      long taken =
          take(
              () -> {
                moved = file.transfer(into, position, count);
                return moved == 0 && into != null && count > 0
                    ? read(into, position, count)
                    : moved;
              });
      return passed(taken) ? taken : nothing();
    }

    /**
     * Reads through a buffer, because the client's decoder does not notice the end of a connection
     * that it transfers from.
     */
    private long read(FileChannel into, long position, long count) throws IOException {
      ByteBuffer piece = ByteBuffer.allocate((int) Math.min(BUFFER, count));
      int read = file.read(piece);
      piece.flip();
      moved = piece.remaining();
      for (long at = position; piece.hasRemaining(); ) {
        at += into.write(piece, at);
      }
      return read;
    }
  }
}
