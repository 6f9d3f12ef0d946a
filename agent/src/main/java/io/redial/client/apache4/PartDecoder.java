package io.redial.client.apache4;

import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
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
class PartDecoder implements ContentDecoder {
  final ContentDecoder decoder;

  /** What broke the connection while the application was reading, or null. */
  IOException cut;

  /** What a consumer gets that keeps reading behind the end of the part; null if none does. */
  IOException end;

  private final StreamPlan plan;
  private boolean begun;
  private boolean paused;

  private PartDecoder(ContentDecoder decoder, StreamPlan plan) {
    this.decoder = decoder;
    this.plan = plan;
  }

  /** Consumers test whether a decoder can write into a file. */
  static PartDecoder of(ContentDecoder decoder, StreamPlan plan) {
    return decoder instanceof FileContentDecoder
        ? new ToFile((FileContentDecoder) decoder, plan)
        : new PartDecoder(decoder, plan);
  }

  /** Whether a byte has come. */
  final boolean hasBegun() {
    return begun;
  }

  @Override
  public final boolean isCompleted() {
    return plan.isWhole();
  }

  @Override
  public final int read(ByteBuffer into) throws IOException {
    return (int) take(() -> decoder.read(into));
  }

  /** Takes some of the content. */
  interface Source {
    long take() throws IOException;
  }

  final long take(Source source) throws IOException {
    if (cut != null) {
      return nothing(cut);
    }
    long count;
    try {
      count = source.take();
    } catch (IOException thrown) {
      if (Apache4Failures.classify(thrown) == Failure.OTHER) {
        throw thrown; // Perhaps of the application's file.
      }
      cut = thrown;
      return nothing(thrown);
    }
    if (count > 0) {
      begun = true;
      plan.passed(count);
    } else if (count < 0 && !plan.isWhole()) {
      end = new ConnectionClosedException("Connection closed");
      return nothing(end);
    }
    return count;
  }

  /**
   * For now nothing has come, which every consumer can take; only one that does not leave it at
   * that is told why.
   */
  private long nothing(IOException why) throws IOException {
    if (paused) {
      throw why;
    }
    paused = true;
    return 0;
  }

  /** It writes what has come into a file. */
  private static final class ToFile extends PartDecoder implements FileContentDecoder {
    private static final int BUFFER = 4096;

    private final FileContentDecoder file;

    ToFile(FileContentDecoder decoder, StreamPlan plan) {
      super(decoder, plan);
      this.file = decoder;
    }

    @Override
    public long transfer(FileChannel into, long position, long count) throws IOException {
      return take(
          () -> {
            long moved = file.transfer(into, position, count);
            return moved == 0 && into != null && count > 0 ? read(into, position, count) : moved;
          });
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
}
