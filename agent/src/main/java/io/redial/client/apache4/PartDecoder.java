package io.redial.client.apache4;

import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.apache.http.ConnectionClosedException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.FileContentDecoder;

/**
 * What one connection brings of a body that goes on. It is complete when the whole body is, and
 * keeps the end of its connection from the application's consumer. Used by one thread at a time.
 */
abstract class PartDecoder implements ContentDecoder {
  final ContentDecoder decoder;
  final StreamPlan plan;

  /** What broke the connection while the application was reading, or null. */
  IOException cut;

  /** What a consumer gets that keeps reading behind the end of the part; null if none does. */
  IOException end;

  /** What is to be done with the connection. */
  Next next = Next.READ;

  private boolean begun;
  private boolean paused;

  private PartDecoder(ContentDecoder decoder, StreamPlan plan) {
    this.decoder = decoder;
    this.plan = plan;
  }

  /** Consumers test whether a decoder can write into a file; what a plan has to see cannot. */
  static PartDecoder of(ContentDecoder decoder, StreamPlan plan, SeenContent seen) {
    if (!plan.isVerbatim()) {
      return new Seen(decoder, plan, seen);
    }
    return decoder instanceof FileContentDecoder
        ? new ToFile((FileContentDecoder) decoder, plan)
        : new Verbatim(decoder, plan);
  }

  /** Whether a byte has come. */
  final boolean hasBegun() {
    return begun;
  }

  /** Takes some of the content. */
  interface Source {
    long take() throws IOException;
  }

  /** Returns how many bytes there were; 0 at the end of the part, too. */
  final long take(Source source) throws IOException {
    if (cut != null) {
      return nothing(cut);
    }
    long count;
    try {
      count = next == Next.READ ? source.take() : -1;
    } catch (IOException thrown) {
      if (Apache4Failures.classify(thrown) == Failure.OTHER) {
        throw thrown; // Perhaps of the application's file.
      }
      cut = thrown;
      return nothing(thrown);
    }
    begun |= count > 0;
    return count < 0 && !plan.isWhole() ? nothing() : count;
  }

  /** Nothing more comes over this connection. */
  final int nothing() throws IOException {
    end = new ConnectionClosedException("Connection closed");
    return nothing(end);
  }

  /**
   * For now nothing has come, which every consumer can take; only one that does not leave it at
   * that is told why.
   */
  private int nothing(IOException why) throws IOException {
    if (paused) {
      throw why;
    }
    paused = true;
    return 0;
  }

  /** The consumer reads from the connection, and the plan only counts. */
  private static class Verbatim extends PartDecoder {
    Verbatim(ContentDecoder decoder, StreamPlan plan) {
      super(decoder, plan);
    }

    @Override
    public final boolean isCompleted() {
      return plan.isWhole();
    }

    @Override
    public final int read(ByteBuffer into) throws IOException {
      int before = into.position();
      int count = (int) take(() -> decoder.read(into));
      if (passed(count)) {
        return count;
      }
      into.position(before);
      return nothing();
    }

    /** False if the bytes belong nowhere. */
    final boolean passed(long count) {
      if (count <= 0) {
        return true;
      }
      plan.passed(count);
      next = plan.next();
      return next == Next.READ;
    }
  }

  /** It writes what has come into a file. */
  private static final class ToFile extends Verbatim implements FileContentDecoder {
    private static final int BUFFER = 4096;

    private final FileContentDecoder file;

    ToFile(FileContentDecoder decoder, StreamPlan plan) {
      super(decoder, plan);
      this.file = decoder;
    }

    @Override
    public long transfer(FileChannel into, long position, long count) throws IOException {
      long taken =
          take(
              () -> {
                long moved = file.transfer(into, position, count);
                return moved == 0 && into != null && count > 0
                    ? read(into, position, count)
                    : moved;
              });
      return passed(taken) ? taken : nothing();
    }

    /** The client's decoder does not notice the end of a connection that it transfers from. */
    private long read(FileChannel into, long position, long count) throws IOException {
      ByteBuffer piece = ByteBuffer.allocate((int) Math.min(BUFFER, count));
      int read = file.read(piece);
      piece.flip();
      for (long at = position; piece.hasRemaining(); ) {
        at += into.write(piece, at);
      }
      return read;
    }
  }

  /** The consumer reads what the plan lets through. */
  private static final class Seen extends PartDecoder {
    private static final int BUFFER = 4096;

    private final SeenContent seen;
    private final ByteBuffer unseen = ByteBuffer.allocate(BUFFER);

    Seen(ContentDecoder decoder, StreamPlan plan, SeenContent seen) {
      super(decoder, plan);
      this.seen = seen;
    }

    @Override
    public boolean isCompleted() {
      return seen.isCompleted();
    }

    /** Asks the connection for more only when the consumer has read all that it can have. */
    @Override
    public int read(ByteBuffer into) throws IOException {
      while (seen.isEmpty() && into.hasRemaining()) {
        seen.clear(); // It may be the same buffer.
        unseen.clear();
        if (take(() -> decoder.read(unseen)) <= 0) {
          return 0;
        }
        unseen.flip();
        seen.set(plan.take(unseen));
        next = plan.next();
      }
      return seen.read(into);
    }
  }
}
