package io.redial.call;

import io.redial.kernel.BodyFault;
import io.redial.policy.Decision;
import io.redial.policy.Failure;

/**
 * Decides what a driver does next: the one loop of all clients. It makes no attempt and waits for
 * nothing, and it keeps the last outcome that the application can get. Its fields pass from thread
 * to thread with the call.
 */
final class CallLoop<R> {
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

  private final Call call;
  private final Execution execution;

  /** The attempt that the outcome below belongs to; null before there is one. */
  Attempt attempt;

  /** The response, which may have been given up on; null if there was a failure. */
  R response;

  /** What the attempt failed with, as the client reports it; null if there was a response. */
  Throwable failure;

  /** The failure that ended the body of a given-up response while it was discarded, or null. */
  Throwable discarding;

  CallLoop(Call call, Execution execution) {
    this.call = call;
    this.execution = execution;
  }

  /** Decides what follows from the outcome of an attempt. */
  Next next(Attempt made, R received, Throwable thrown) {
    if (isBroken(made, thrown)) {
      if (attempt != null) {
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
  void take(Attempt made, R received, Throwable thrown) {
    attempt = made;
    response = received;
    failure = thrown;
  }

  /** A failure while the body is discarded is ignored (rule 2.2). */
  private Next discarded() {
    if (call.isBlocking() && failure instanceof InterruptedException) {
      call.history().cancelled(); // Not a failure of the body but the caller's wish (rule 5.4).
      return Next.RETURN;
    }
    discarding = failure;
    failure = null;
    return Next.WAIT;
  }

  /**
   * Returns whether a retry follows the failure. This is the decision made here and not the
   * attempt's latest one, because after an interrupt the head can still arrive on one of the
   * client's threads.
   */
  private boolean isRetried() {
    Throwable cause = execution.unwrap(failure);
    Failure kind = execution.classify(attempt, cause);
    Decision made = attempt.failed(cause, kind, execution.redirected(attempt));
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
  Next afterWait(Wait.End end) {
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
