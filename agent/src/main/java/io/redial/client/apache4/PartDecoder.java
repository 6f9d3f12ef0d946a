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
 * What one connection brings of a body that goes on. It is complete when the whole body is, and
 * keeps the end of its connection from the application's consumer. Used by one thread at a time.
 */
abstract class PartDecoder implements ContentDecoder {
  static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  final ContentDecoder decoder;
  final StreamPlan plan;

  /** What broke the connection while the application was reading, or null. */
  IOException cut;

  /** What a consumer gets that keeps reading behind the end of the part; null if none does. */
  IOException end;

  /** What is to be done with the connection. */
  Next next = Next.READ;

  /** Whether a byte has come. */
  boolean begun;

  /** A fault of Redial's, or null. The consumer does not see it. */
  Throwable fault;

  /** What the consumer reads from after a fault; null before. */
  PlainDecoder plain;

  private boolean paused;

  PartDecoder(ContentDecoder decoder, StreamPlan plan) {
    this.decoder = decoder;
    this.plan = plan;
  }

  /** Consumers test whether a decoder can write into a file; what a plan has to see cannot. */
  static PartDecoder of(ContentDecoder decoder, StreamPlan plan, SeenContent seen) {
    if (!plan.isVerbatim()) {
      return new SeenPart(decoder, plan, seen);
    }
    return decoder instanceof FileContentDecoder
        ? new VerbatimPart.ToFile((FileContentDecoder) decoder, plan)
        : new VerbatimPart(decoder, plan);
  }

  /**
   * After a fault: what there is without Redial. If the connection is not the application's own,
   * nothing more of it counts.
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

  /** After a fault: what was let through, and the consumer has not read. */
  ByteBuffer let() {
    return NOTHING;
  }

  /** After a fault: what has come, and the plan has not seen. */
  ByteBuffer untaken() {
    return NOTHING;
  }

  /** The same as the consumer sees it in the midst of reading. */
  final PlainDecoder left() throws IOException {
    if (cut != null) {
      throw cut; // It may come only once.
    }
    return plain;
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
      cut = thrown;
      if (Apache4Failures.classify(thrown) == Failure.OTHER) {
        cut = null;
        throw thrown; // Perhaps of the application's file.
      }
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
}
