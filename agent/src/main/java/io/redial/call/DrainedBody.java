package io.redial.call;

import io.redial.call.body.DrainBuffer;
import io.redial.kernel.FaultBoundary;
import java.util.concurrent.Future;

/**
 * The body of a response that is given up on: read up to {@code drain}, so that the connection goes
 * back to its pool before the wait, and kept in case the application gets the response after all
 * (rule 8).
 */
final class DrainedBody {
  /** Null for a response without a body. */
  private final DrainBuffer kept;

  private DrainedBody(DrainBuffer kept) {
    this.kept = kept;
  }

  /** Reads the body. How it breaks off does not matter, because it is discarded (rule 2.2). */
  static <R> DrainedBody read(PulledBody<R> bodies, R response, Attempt attempt) {
    PulledBody.Source source = bodies.source(response);
    if (source == null) {
      return new DrainedBody(null);
    }
    Call call = attempt.call();
    int limit = call.policy().drainBytes();
    DrainBuffer kept = new DrainBuffer(limit);
    if (bodies.length(response) <= limit) {
      Future<?> timeout = call.onDrainTimeout(() -> bodies.disconnect(response, attempt));
      try {
        FaultBoundary.attempt(() -> kept.readFrom(source.open()));
      } finally {
        timeout.cancel(false);
      }
    }
    return new DrainedBody(kept);
  }

  /** Returns whether the whole body was kept. */
  boolean isComplete() {
    return kept == null || kept.isComplete();
  }

  /** Gives the body back to its response, whose connection is gone. */
  <R> void restoreTo(R response, PulledBody<R> bodies) {
    if (kept != null) {
      bodies.restore(response, kept.bytes());
    }
  }
}
