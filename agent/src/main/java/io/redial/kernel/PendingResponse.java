package io.redial.kernel;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Future;

/**
 * A response that the application has not got: it is drained or held. Guarded by its body, but for
 * what calls out.
 */
final class PendingResponse<D> {
  private final BodyDecisions<D> decisions;
  private final Handler<Object, D> handler;
  private final Object head;

  /** How much is kept, and the length at which it is dropped; only of one that is drained. */
  private final long limit;

  private final long dropsAfter;
  final BufferedBytes kept = new BufferedBytes();
  private boolean isWhole;
  private Throwable broken;
  private Object trailers;

  // Guarded by this.
  private Future<?> clock;
  private boolean isSettled;

  @SuppressWarnings("unchecked") // The head is what the handler takes.
  <H> PendingResponse(
      long limit, long dropsAfter, BodyDecisions<D> decisions, Handler<H, D> handler, H head) {
    this.limit = limit;
    this.dropsAfter = dropsAfter;
    this.decisions = decisions;
    this.handler = (Handler<Object, D>) handler;
    this.head = head;
  }

  boolean isPromoted() {
    return handler != null;
  }

  boolean isComplete() {
    return isWhole;
  }

  /** Whether as much is kept as may be; a whole body counts as ended. */
  boolean isEnough() {
    isWhole |= kept.size() == dropsAfter;
    return isWhole || kept.size() > limit;
  }

  void end(Throwable cut, Object last) {
    isWhole = cut == null;
    broken = cut;
    trailers = last;
  }

  /** Takes its clock, which is stopped as soon as it is no longer drained or held. */
  synchronized void limitedBy(Future<?> running) {
    clock = running;
    if (isSettled) {
      settled();
    }
  }

  synchronized void settled() {
    isSettled = true;
    if (clock != null) {
      clock.cancel(false);
    }
  }

  void replayTo(BodyDelivery<?, ?, ?> delivery) {
    Throwable lost = new IOException("the rest of the response was discarded");
    delivery.add(kept.piece());
    delivery.trailers = trailers;
    delivery.end(isWhole ? null : broken != null ? broken : lost);
  }

  // Calls out.

  boolean endsAttempt(FaultLog log, Throwable cut) {
    return FaultBoundary.ask(log, PushedBody.WHERE, () -> decisions.endsAttempt(cut), false);
  }

  boolean asking(FaultLog log) {
    return FaultBoundary.run(log, PushedBody.WHERE, decisions::asking);
  }

  /** Has the application's handler make the consumer; what it throws is the application's. */
  D ask() throws Throwable {
    return Objects.requireNonNull(handler.give(head));
  }

  /** Returns the consumer if it is there before it is asked for, or null. */
  D existing() {
    return handler.existing();
  }

  /** Returns what resumes the body, or null. */
  ResumeGuard offered(FaultLog log, D consumer) {
    return FaultBoundary.ask(
        log,
        PushedBody.WHERE,
        () -> {
          Resumer resumer = decisions.offered(consumer);
          return resumer == null ? null : new ResumeGuard(resumer, log);
        },
        null);
  }

  /** Passes the result on, on whichever thread. */
  void pass(FaultLog log, Runnable result) {
    if (!FaultBoundary.run(log, PushedBody.WHERE, () -> decisions.pass(result))) {
      result.run();
    }
  }
}
