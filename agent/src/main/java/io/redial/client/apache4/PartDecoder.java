package io.redial.client.apache4;

import io.redial.call.GuardedPlan;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.http.ConnectionClosedException;
import org.apache.http.nio.ContentDecoder;
import org.apache.http.nio.FileContentDecoder;

/**
 * Decodes what one connection delivers of a resumable body. It is complete only when the whole body
 * is, and hides the end of its connection from the application's consumer. Used by one thread at a
 * time.
 */
abstract class PartDecoder implements ContentDecoder {
  static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  final ContentDecoder decoder;
  final StreamPlan plan;

  /** The failure of the connection while the application was reading, or null. */
  IOException cut;

  /** The exception for a consumer that reads on after the end of the part; null before that end. */
  IOException end;

  /** What is to be done with the connection. */
  Next next = Next.READ;

  /** Whether a byte has arrived. */
  boolean begun;

  /** An internal fault, or null. The consumer does not see it. */
  Throwable fault;

  /** The decoder that the consumer reads from after an internal fault; null before. */
  PlainDecoder plain;

  private boolean paused;

  PartDecoder(ContentDecoder decoder, StreamPlan plan) {
    this.decoder = decoder;
    this.plan = plan;
  }

  /**
   * Returns the decoder of a part. Consumers test whether a decoder can write into a file; one
   * whose bytes a plan has to see cannot.
   */
  static PartDecoder of(ContentDecoder decoder, StreamPlan plan, SeenContent seen) {
    if (!plan.isVerbatim()) {
      return new SeenPart(decoder, plan, seen);
    }
    return decoder instanceof FileContentDecoder
        ? new VerbatimPart.ToFile((FileContentDecoder) decoder, plan)
        : new VerbatimPart(decoder, plan);
  }

  /**
   * Takes Redial out after an internal fault, and returns the decoder of what is available without
   * it. If the connection is not the application's own, nothing more of it counts.
   */
  final PlainDecoder leave(Throwable thrown) {
    if (plain == null) {
      fault = thrown;
      plain = new PlainDecoder(null);
      if (plan instanceof GuardedPlan) {
        GuardedPlan guarded = (GuardedPlan) plan;
        guarded.breakOff(thrown);
        if (!guarded.isSurrendered() && next == Next.READ) {
          plain = HeldContent.plain(decoder, let(), guarded.heldBack(), untaken());
          return plain;
        }
      }
      next = Next.SURRENDER;
    }
    return plain;
  }

  /** Returns what the plan let through and the consumer has not read, after an internal fault. */
  ByteBuffer let() {
    return NOTHING;
  }

  /** Returns what has arrived and the plan has not seen, after an internal fault. */
  ByteBuffer untaken() {
    return NOTHING;
  }

  /**
   * Returns the decoder of what is available to a consumer that is reading when the fault occurs;
   * throws what broke the connection, if it is broken.
   */
  final PlainDecoder left() throws IOException {
    if (cut != null) {
      throw cut; // The client may report it only once.
    }
    return plain;
  }

  /** Reads some of the content. */
  interface Source {
    long take() throws IOException;
  }

  /** Reads from a source. Returns the number of bytes; 0 also at the end of the part. */
  final long take(Source source) throws IOException {
    if (cut != null) {
      return nothing(cut);
    }
    long count;
    try {
      count = next == Next.READ ? source.take() : -1;
    } catch (IOException thrown) {
      cut = thrown;
      if (Apache4Failures.classify(thrown) == Failure.OTHER) {
        cut = null;
        throw thrown; // It may come from the application's file.
      }
      return nothing(thrown);
    }
    begun |= count > 0;
    return count < 0 && !plan.isWhole() ? nothing() : count;
  }

  /** Ends the part: nothing more is read from this connection. */
  final int nothing() throws IOException {
    end = new ConnectionClosedException("Connection closed");
    return nothing(end);
  }

  /**
   * Reports that nothing has arrived for now, which every consumer can handle. Only a consumer that
   * reads again gets the reason.
   */
  private int nothing(IOException why) throws IOException {
    if (paused) {
      throw why;
    }
    paused = true;
    return 0;
  }
}
