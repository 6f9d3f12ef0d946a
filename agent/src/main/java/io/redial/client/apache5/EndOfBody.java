package io.redial.client.apache5;

import io.redial.call.Rethrow;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.Header;

/** The end of a body that does not go on, of which the application and the client are told once. */
final class EndOfBody<T> {
  private final ResumableBody<T> body;
  private final HttpOutcome<T> outcome;
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile boolean futureOnly;

  EndOfBody(ResumableBody<T> body, HttpOutcome<T> outcome) {
    this.body = body;
    this.outcome = outcome;
  }

  /** The client tells its future of a cut, and not the consumer. */
  void noteFutureOnly() {
    futureOnly = true;
  }

  /** False if it has begun before. */
  boolean begins() {
    return begun.compareAndSet(false, true);
  }

  /**
   * Tells the application's consumer what was held back, and the end.
   *
   * @param cut the latest one, or null
   */
  void tell(Exception cut, List<? extends Header> trailers) {
    ApplicationConsumer<T> application = body.delivery.application;
    Exception end;
    try {
      body.delivery.deliverRemainder();
      end = (Exception) body.plan.endOf(cut);
      if (end == null) {
        application.complete(trailers);
        application.release();
        return;
      }
    } catch (Exception thrown) {
      if (!application.threw) {
        throw Rethrow.asIs(thrown);
      }
      end = thrown;
    }
    fail(end);
  }

  void fail(Exception thrown) {
    fail(futureOnly && !body.isCancelled() ? null : thrown, thrown);
  }

  /**
   * It fails.
   *
   * @param told what the consumer is told, or null
   * @param known what the client's future is told
   */
  void fail(Exception told, Exception known) {
    body.delivery.application.fail(told, () -> body.result.failed(known));
  }

  /** After a fault of Redial's, which may have come when some of that was done. */
  void tellAfterFault(Exception cut) {
    try {
      body.delivery.application.endAfterFault(cut);
    } catch (Exception thrown) {
      outcome.applications = thrown;
      throw Rethrow.asIs(thrown);
    } finally {
      if (cut != null) {
        body.result.failed(cut);
      }
    }
  }
}
