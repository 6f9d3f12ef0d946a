package io.redial.client.apache5;

import io.redial.call.Exceptions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.core5.http.Header;

/**
 * The end of a body that is not resumed any more. The application and the client are notified of it
 * once.
 */
final class EndOfBody<T> {
  private final ResumableBody<T> body;
  private final HttpOutcome<T> outcome;
  private final AtomicBoolean begun = new AtomicBoolean();
  private volatile boolean futureOnly;

  EndOfBody(ResumableBody<T> body, HttpOutcome<T> outcome) {
    this.body = body;
    this.outcome = outcome;
  }

  /** Notes that the client reports a cut to its future, and not to the consumer. */
  void noteFutureOnly() {
    futureOnly = true;
  }

  /** Returns true the first time, when the end may begin. */
  boolean begins() {
    return begun.compareAndSet(false, true);
  }

  /**
   * Delivers to the application's consumer what was held back, and then notifies it of the end.
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
        throw Exceptions.sneakyThrow(thrown);
      }
      end = thrown;
    }
    fail(end);
  }

  void fail(Exception thrown) {
    fail(futureOnly && !body.isCancelled() ? null : thrown, thrown);
  }

  /**
   * Ends the body with a failure.
   *
   * @param told what the consumer is notified of, or null
   * @param known what the client's future fails with
   */
  void fail(Exception told, Exception known) {
    body.delivery.application.fail(told, () -> body.result.failed(known));
  }

  /**
   * Ends the body after an internal fault, before which part of this may have been done.
   *
   * @param cut what the body ends with, or null for its orderly end
   */
  void tellAfterFault(Exception cut) {
    try {
      body.delivery.application.endAfterFault(cut);
    } catch (Exception thrown) {
      outcome.applications = thrown;
      throw Exceptions.sneakyThrow(thrown);
    } finally {
      if (cut != null) {
        body.result.failed(cut);
      }
    }
  }
}
