package io.redial.body;

import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.Resumptions;
import io.redial.kernel.BufferedBytes;
import io.redial.kernel.PushedBody;
import io.redial.kernel.Resumer;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a {@link StreamPlan} makes of a pushed body: its reader sees one body, no byte twice and
 * none missing (rule 10.5).
 */
public final class ResumableBody implements Resumer {
  /** The buffers that clients read into have at least 16 KiB. */
  private static final int SMALL = 4096;

  private final StreamPlan plan;
  private final Resumptions resumptions;
  private final ResumeRequests requests;
  private final PushedBody<?, ?, ?> body;
  private volatile ResumeCall current;

  /**
   * Creates what resumes a body.
   *
   * @param call the call that the response belongs to
   */
  public ResumableBody(
      Call call, StreamPlan plan, ResumeRequests requests, PushedBody<?, ?, ?> body) {
    this.plan = plan;
    this.resumptions = new Resumptions(call, plan);
    this.requests = requests;
    this.body = body;
  }

  /** Called with where the application's response comes from, before any of its body is read. */
  public void comesFrom(String uri) {
    plan.comesFrom(uri);
  }

  @Override
  public boolean isVerbatim() {
    return plan.isVerbatim();
  }

  @Override
  public boolean filters() {
    return plan.filters();
  }

  @Override
  public boolean isWhole() {
    return plan.isWhole();
  }

  @Override
  public List<ByteBuffer> take(List<ByteBuffer> piece) {
    if (plan.isVerbatim()) {
      plan.passed(BufferedBytes.count(piece));
      return next() == Next.READ ? compact(piece) : Collections.<ByteBuffer>emptyList();
    }
    List<ByteBuffer> through = new ArrayList<>(1);
    for (ByteBuffer bytes : piece) {
      ByteBuffer seen = plan.take(bytes);
      if (seen.hasRemaining()) {
        through.add(copy(seen)); // Plans reuse their buffers, and applications keep theirs.
      }
      if (next() != Next.READ) {
        break;
      }
    }
    return through;
  }

  /**
   * Copies the small buffers that another response has brought. Each connection begins with a large
   * buffer, all of which a reader that keeps a few bytes of it would keep alive.
   */
  private List<ByteBuffer> compact(List<ByteBuffer> piece) {
    if (current == null) {
      return piece; // The application's own response, as without Redial.
    }
    List<ByteBuffer> compacted = new ArrayList<>(piece.size());
    for (ByteBuffer bytes : piece) {
      compacted.add(bytes.remaining() < SMALL ? copy(bytes) : bytes);
    }
    return compacted;
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
    copy.put(bytes).flip();
    return copy.asReadOnlyBuffer();
  }

  @Override
  public Next next() {
    StreamPlan.Next next = plan.next();
    return next == StreamPlan.Next.READ
        ? Next.READ
        : next == StreamPlan.Next.RESTART ? Next.RESTART : Next.ABANDON;
  }

  @Override
  public boolean resumes(Throwable cut, Throwable latest, boolean wanted) {
    boolean resumes =
        cut == null
            ? plan.resumesAfterEnd()
            : plan.resumesAfterCut() && requests.classify(cut) != Failure.OTHER;
    if (!resumes || !wanted || requests.isUnwanted() || requests.isTooLate()) {
      return false;
    }
    ResumeCall next = new ResumeCall(resumptions, plan, requests, body);
    current = next;
    Throwable failed = cut;
    if (failed == null) {
      failed = plan.endsInOrder() || latest == null ? new BodyEnded() : latest;
    }
    next.begin(failed);
    return true;
  }

  @Override
  public List<ByteBuffer> remainder() {
    ByteBuffer rest = plan.remainder();
    return rest.hasRemaining()
        ? Collections.singletonList(copy(rest))
        : Collections.<ByteBuffer>emptyList();
  }

  @Override
  public Throwable endOf(Throwable latest, boolean resumed) {
    requests.bodyEnded();
    return plan.endsInOrder() || latest != null || resumed
        ? plan.endsInOrder() ? null : latest
        : Resumptions.failure();
  }

  @Override
  public void abandon() {
    ResumeCall begun = current;
    if (begun != null) {
      begun.abandon();
    }
    requests.bodyEnded();
  }
}
