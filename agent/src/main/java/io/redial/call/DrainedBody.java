package io.redial.call;

import io.redial.kernel.FaultBoundary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Future;

/**
 * The body of a response that is given up on: read up to {@code drain}, so that the connection goes
 * back to its pool before the wait, and kept in case the application gets the response after all
 * (rule 8).
 */
final class DrainedBody {
  private static final int PIECE = 4096;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(0);
  private final boolean hasBody;
  private volatile boolean isComplete;

  private DrainedBody(boolean hasBody) {
    this.hasBody = hasBody;
    this.isComplete = !hasBody;
  }

  /** Reads the body. How it breaks off does not matter, because it is discarded (rule 2.2). */
  static <R> DrainedBody read(PulledBody<R> bodies, R response, Attempt attempt) {
    PulledBody.Source source = bodies.source(response);
    DrainedBody drained = new DrainedBody(source != null);
    Call call = attempt.call();
    int limit = call.policy().drainBytes();
    if (source != null && bodies.length(response) <= limit) {
      Future<?> timeout = call.onDrainTimeout(() -> bodies.disconnect(response, attempt));
      try {
        FaultBoundary.attempt(() -> drained.readFrom(source.open(), limit));
      } finally {
        timeout.cancel(false);
      }
    }
    return drained;
  }

  /**
   * Reads a body to its end and closes it, which gives its connection back. If the body is too
   * long, it stops reading and leaves it open.
   *
   * @param body may be null for an empty one
   */
  private void readFrom(InputStream body, int limit) throws IOException {
    if (body != null) {
      byte[] piece = new byte[PIECE];
      for (int count = body.read(piece); count >= 0; count = body.read(piece)) {
        kept.write(piece, 0, count);
        if (kept.size() > limit) {
          return;
        }
      }
      body.close();
    }
    isComplete = true;
  }

  /** Returns whether the whole body was kept. */
  boolean isComplete() {
    return isComplete;
  }

  /** Gives the body back to its response, whose connection is gone. */
  <R> void restoreTo(R response, PulledBody<R> bodies) {
    if (hasBody) {
      bodies.restore(response, kept.toByteArray());
    }
  }
}
