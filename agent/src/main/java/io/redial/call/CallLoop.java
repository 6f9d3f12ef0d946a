package io.redial.call;

import io.redial.kernel.BodyFault;
import io.redial.policy.Decision;
import io.redial.policy.Failure;

/**
 * Decides what a driver does next: the one loop of all clients. It makes no attempt and waits for
 * nothing, which is what its drivers do, and it keeps the last outcome that the application can
 * get. Its fields pass from thread to thread with the call.
 *
 * @param <R> the client's response
 * @param <E> how the client makes an attempt
 */
class CallLoop<R, E extends Execution> {
  /** What the driver does next. */
  enum Next {
    /** Hand out the latest outcome. */
    RETURN,
    /** Wait for the next attempt. */
    WAIT,
    /** Make the next attempt. */
    SEND,
    /** Hand out the latest outcome if it was kept completely; otherwise make a last attempt. */
    RETURN_IF_KEPT,
    /** Hand out the latest outcome, complete or not, because no attempt can be made. */
    RETURN_LATEST
  }

  /** What a fault is logged with. */
  static final String WHERE = "call";

  final Call call;
  final E exchange;

  /** The last attempt that has an outcome; null before there is one. */
  Attempt lastAttempt;

  /** Its response, which may have been given up on; null if there was a failure. */
  R lastResponse;

  /** What it failed with, as the client reports it; null if there was a response. */
  Throwable lastFailure;

  CallLoop(Call call, E exchange) {
    this.call = call;
    this.exchange = exchange;
  }

  /** Decides what follows from the outcome of an attempt. */
  final Next next(Attempt made, R received, Throwable thrown) {
    if (isBroken(made, thrown)) {
      if (lastAttempt != null) {
        return Next.RETURN_LATEST; // Redial could not send the body: the outcome before stands.
      }
      take(made, null, BodyFault.asSeen());
      return Next.RETURN;
    }
    take(made, received, thrown);
    if (thrown == null) {
      return made.givenUp() ? Next.WAIT : Next.RETURN;
    }
    if (made.givenUp()) {
      return discarded();
    }
    return isRetried() ? Next.WAIT : Next.RETURN;
  }

  /** Whether an attempt has no outcome because Redial itself could not send its body. */
  static boolean isBroken(Attempt made, Throwable thrown) {
    return thrown != null && !made.givenUp() && BodyFault.isIn(thrown);
  }

  /** Takes over the outcome of an attempt as the latest one. */
  private void take(Attempt made, R received, Throwable thrown) {
    lastAttempt = made;
    lastResponse = received;
    lastFailure = thrown;
  }

  /** A failure while the body is discarded is ignored (rule 2.2). */
  private Next discarded() {
    if (call.isBlocking() && lastFailure instanceof InterruptedException) {
      call.history().cancelled(); // Not a failure of the body but the caller's wish (rule 5.4).
      return Next.RETURN;
    }
    call.history().discardFailure = lastFailure;
    lastFailure = null;
    return Next.WAIT;
  }

  /**
   * Returns whether a retry follows the failure. This is the decision made here and not the
   * attempt's latest one, because after an interrupt the head can still arrive on one of the
   * client's threads.
   */
  private boolean isRetried() {
    Throwable cause = exchange.unwrap(lastFailure);
    Failure kind = exchange.classify(lastAttempt, cause);
    Decision made = lastAttempt.failed(cause, kind, exchange.redirected(lastAttempt));
    if (made.retries()) {
      call.history().keep(cause);
    }
    return made.retries();
  }

  /**
   * Decides what follows from the end of a wait.
   *
   * @param end what ended it; null if the body can no longer be sent again
   */
  final Next afterWait(Wait.End end) {
    if (end == null) {
      return Next.RETURN_LATEST;
    }
    switch (end) {
      case STOPPED:
        return Next.RETURN_IF_KEPT;
      case CLOSED:
        call.makeLast();
        return Next.SEND;
      default:
        return Next.SEND;
    }
  }
}
