package io.redial.kernel;

import io.redial.kernel.BodyState.Step;
import io.redial.kernel.PushedBody.State;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a {@link PushedBody} does: its state, its one monitor, which is this object, and its one
 * queue. Whoever brings something new takes all steps that are possible then, one after the other;
 * if another thread is doing so, that looks again before it stops. So the consumer gets its signals
 * one at a time, in order and at its own pace.
 *
 * <p>Nothing outside the kernel is called while the monitor is held. What is thrown there is told
 * apart by what was called: the consumer's exception ends the body, and a fault of Redial's lets
 * the response through as it comes (rule 1.4).
 */
final class BodyEngine<D, U, T> {

  /**
   * Null once nothing of Redial's is called any more: the application may keep a body for long, and
   * with it whatever this refers to.
   */
  volatile FaultLog log;

  final Exits<D, U, T> exits;
  final BodyState<D, U, T> state;

  BodyEngine(FaultLog log, Exits<D, U, T> exits, BodyState<D, U, T> state) {
    this.log = log;
    this.exits = exits;
    this.state = state;
    if (state.delivery.content != null) {
      state.delivery.content.of(this);
    }
  }

  /** Takes all steps that are possible, unless another thread does so. */
  void run() {
    synchronized (this) {
      if (state.isBusy) {
        return;
      }
      state.isBusy = true;
    }
    for (Step step = next(); step != null; step = next()) {
      take(step);
    }
  }

  private synchronized Step next() {
    return state.next();
  }

  private void take(Step step) {
    switch (step) {
      case BYPASS:
        bypass();
        break;
      case ASK:
        ask();
        break;
      case BEGIN:
        threw(state.delivery.begin());
        break;
      case GIVE:
        give();
        break;
      case FINISH:
        finish();
        break;
      case TAKE:
        takePiece();
        break;
      case FULL:
        full();
        break;
      case CONTINUE:
        goOn();
        break;
      case END_OF_RESPONSE:
        endOfResponse();
        break;
      case GIVE_UP:
        endUnresumed();
        break;
      default:
        pace(step == Step.PAUSE);
    }
  }

  private void finish() {
    synchronized (this) {
      state.finished();
    }
    Throwable cause = state.delivery.finish();
    BodyListener listener = state.listener;
    if (listener != null) {
      if (!FaultBoundary.run(log, PushedBody.WHERE, () -> listener.ended(cause))) {
        FaultBoundary.attempt(() -> listener.endedAfterFault(cause));
      }
    } else if (cause != null) {
      state.result.fail(cause);
    }
    state.delivery.release();
    ResponseSignals.drop(state.unwanted);
  }

  /** Asks the client for more, or for nothing more for now. */
  void pace(boolean pauses) {
    ResponseSignals<U> from;
    long units;
    synchronized (this) {
      from = state.source;
      if (from == null || from.upstream == null) {
        return;
      }
      units = pauses ? 0 : state.owed();
      if (units == 0 && !pauses) {
        return;
      }
      state.delivery.ask(units);
    }
    Throwable thrown = FaultBoundary.thrownBy(() -> from.pace(units));
    if (thrown != null) { // From the client, which may be closed.
      from.failed(thrown);
    }
  }

  private void give() {
    List<ByteBuffer> piece;
    synchronized (this) {
      piece = state.delivery.next();
      if (piece == null) {
        return; // It was cancelled.
      }
      if (state.resumes != null && state.delivery.content == null) {
        state.resumes.given(BufferedBytes.count(piece));
      }
    }
    Throwable thrown = state.delivery.give(piece);
    OfferedContent content = state.delivery.content;
    boolean isUnread = content != null && content.settle();
    if (content == null || thrown != content.stop) {
      threw(thrown);
    }
    if (thrown == null && isUnread) {
      FaultBoundary.run(log, PushedBody.WHERE, state.listener::unread);
    }
  }

  /** Has the client handle what its consumer throws, if it waits for that; ends the body if not. */
  private void threw(Throwable thrown) {
    if (thrown == null) {
      return;
    }
    boolean isTaken;
    boolean isReading;
    ResumeGuard guard;
    synchronized (this) {
      guard = state.resumes;
      isReading = state.source != null && state.source.isReading();
      isTaken = state.leaves(thrown);
    }
    if (!isTaken) {
      end(thrown, true);
    } else if (!isReading) {
      ResumeGuard.abandon(guard);
    }
  }

  /**
   * Stops reading and resuming; if there is a failure, the consumer is told of it.
   *
   * @param reportsFirst whether it is the consumer's own, which is told before the client notices:
   *     that would report the loss of its response instead
   */
  void end(Throwable thrown, boolean reportsFirst) {
    ResponseSignals<U> dropped;
    ResumeGuard guard;
    synchronized (this) {
      if (state.now == State.ENDED) {
        return;
      }
      guard = state.resumes;
      dropped = state.stopped(thrown, reportsFirst);
    }
    ResumeGuard.abandon(guard);
    ResponseSignals.drop(dropped);
  }

  void takePiece() {
    List<ByteBuffer> piece;
    ResumeGuard guard;
    synchronized (this) {
      ResponseSignals<U> from = state.source;
      guard = state.resumes;
      if (from == null || from.arrived.isEmpty()) {
        return; // It was cancelled.
      }
      if (from.rest != null && !from.isBegun) {
        from.isEnough = true; // It continues the body first.
        return;
      }
      piece = from.arrived.poll();
      if (state.now == State.DRAINING) {
        state.pending.kept.add(piece);
        return;
      }
      if (state.now != State.HELD && guard == null) {
        state.delivery.add(piece);
        return;
      }
    }
    if (guard != null) {
      filter(guard, piece);
    } else if (BufferedBytes.count(piece) > 0) {
      synchronized (this) { // The consumer gets it once it is there.
        if (state.source != null) {
          state.source.arrived.addFirst(piece);
        }
      }
      handOver();
    }
  }

  private void filter(ResumeGuard guard, List<ByteBuffer> piece) {
    List<ByteBuffer> through = guard.take(piece);
    Resumer.Next next = guard.fault == null ? guard.next() : Resumer.Next.READ;
    ResponseSignals<U> dropped = null;
    synchronized (this) {
      state.delivery.add(through);
      if (next != Resumer.Next.READ && state.now != State.ENDED) {
        dropped = state.source;
        state.detach();
        state.isPartOver = next == Resumer.Next.RESTART;
        state.isGivenUp = next == Resumer.Next.ABANDON;
      }
    }
    ResponseSignals.drop(dropped);
  }

  /** Lets the application have a response that is held. */
  private void handOver() {
    synchronized (this) {
      if (state.now != State.HELD) {
        return; // Its time has run out.
      }
      state.now = State.OFFERED;
      state.asks = !state.isReplaced();
    }
    state.pending.settled();
    if (state.isReplaced()) {
      state.clientResult.complete(null);
    }
  }

  /** Ends the draining, or lets the application have the response. */
  void full() {
    boolean isPromoted;
    synchronized (this) {
      if (state.now != State.DRAINING || state.isAsked) {
        return;
      }
      isPromoted = state.pending.isPromoted() && !state.pending.isComplete();
      state.asks = isPromoted;
    }
    if (!isPromoted) {
      drained(true);
    }
  }

  /** Ends the draining. A whole body is reported before the client learns that nobody reads on. */
  void drained(boolean drops) {
    ResponseSignals<U> dropped;
    boolean isWhole;
    synchronized (this) {
      if (state.now != State.DRAINING) {
        return;
      }
      state.asks = false;
      isWhole = state.pending.isComplete();
      dropped = state.finished();
    }
    state.pending.settled();
    if (isWhole) {
      state.clientResult.complete(null);
    }
    if (drops) {
      ResponseSignals.drop(dropped);
    }
    state.clientResult.complete(null);
  }

  /** Has the application's handler make the consumer of a response that was drained or held. */
  private void ask() {
    PendingResponse<D> asked = state.pending;
    boolean isDraining = state.now == State.DRAINING;
    if (!asked.asking(log) && isDraining) {
      drained(true);
      return;
    }
    synchronized (this) {
      state.asks = false;
      state.isAsked = true;
    }
    D made;
    try {
      made = asked.ask();
    } catch (Throwable thrown) { // From the application.
      refuse(asked, thrown);
      return;
    }
    ResumeGuard guard = asked.offered(log, made);
    synchronized (this) {
      if (state.now == State.ENDED) {
        return;
      }
      state.pending = null;
      state.delivery.consumer = made;
      state.delivery.add(asked.kept.piece());
      state.resumes = guard;
      state.now = State.PASSING;
      if (state.source != null) {
        state.source.isOpen = true;
      }
    }
    if (isDraining) {
      asked.settled();
    }
    asked.pass(log, () -> state.result.ask(exits, made));
    if (guard == null && state.listener == null) {
      log = null;
    }
  }

  private void refuse(PendingResponse<D> asked, Throwable thrown) {
    ResponseSignals<U> dropped;
    D existing = asked.existing();
    if (existing != null) {
      synchronized (this) {
        state.delivery.consumer = existing;
        state.now = State.PASSING;
        state.open();
      }
      asked.settled();
      state.result.ask(exits, existing);
      threw(thrown);
      return;
    }
    synchronized (this) {
      dropped = state.finished();
    }
    asked.settled();
    state.result.future.completeExceptionally(thrown);
    ResponseSignals.drop(dropped);
  }

  private void endOfResponse() {
    ResponseSignals<U> over;
    ResumeGuard guard;
    Throwable cut;
    State then;
    synchronized (this) {
      then = state.now;
      over = state.isPartOver ? null : state.source;
      cut = over == null ? null : over.cut;
      guard = state.resumes;
      Object trailers = over == null ? null : over.trailers;
      if (then == State.DRAINING) {
        state.pending.end(cut, trailers);
      } else if (then != State.HELD && (over == null || over.rest == null || over.isBegun)) {
        state.isPartOver = false;
        state.delivery.trailers = trailers;
        state.detach();
        over = null;
      }
    }
    if (then == State.DRAINING) {
      drained(false);
    } else if (then == State.HELD) {
      endHeld(cut);
    } else if (over != null) {
      endUnbegun(over, cut);
    } else if (guard == null || state.isCancelled) {
      synchronized (this) {
        state.delivery.end(cut);
      }
    } else {
      resume(guard, cut);
    }
  }

  private void endHeld(Throwable cut) {
    PendingResponse<D> held = state.pending;
    if (cut == null || !held.endsAttempt(log, cut)) {
      handOver();
      return;
    }
    synchronized (this) {
      if (state.now != State.HELD) {
        return;
      }
      state.finished();
    }
    held.settled();
    state.clientResult.completeExceptionally(cut);
  }

  /** Called when a response to a request for the rest has ended before it continued the body. */
  private void endUnbegun(ResponseSignals<U> over, Throwable cut) {
    state.resumes.run(
        () -> {
          if (cut == null && over.rest.continuesWithHead()) {
            over.isEnough = true;
            return;
          }
          synchronized (this) {
            state.detach();
          }
          over.rest.ended(cut);
        });
  }

  private void goOn() {
    ResponseSignals<U> rest;
    ResumeGuard guard;
    synchronized (this) {
      rest = state.source;
      guard = state.resumes;
      if (rest == null || guard == null) {
        return;
      }
      rest.isBegun = true;
      state.now = State.PASSING;
      guard.mix();
    }
    guard.run(rest.rest::continues);
  }

  private void resume(ResumeGuard guard, Throwable cut) {
    boolean isWanted;
    synchronized (this) {
      state.now = State.RESUMING;
      isWanted = !state.isStopped;
    }
    if (!guard.resumes(cut, isWanted) && guard.fault == null) {
      endUnresumed();
    }
  }

  /** Ends a body that is not resumed. */
  private void endUnresumed() {
    ResponseSignals<U> dropped;
    ResumeGuard guard;
    synchronized (this) {
      dropped = state.source;
      guard = state.resumes;
      state.isGivenUp = false;
      state.detach();
      state.now = state.now == State.RESUMING ? State.PASSING : state.now;
    }
    ResponseSignals.drop(dropped);
    if (guard != null) {
      guard.end(state.delivery, state.isResumed);
    }
  }

  private void bypass() {
    ResponseSignals<U> dropped = null;
    ResumeGuard guard;
    synchronized (this) {
      guard = state.resumes;
      state.resumes = null;
      state.isGivenUp = false;
      state.isPartOver = false;
      if (!guard.bypass(state.delivery, state.source != null && state.source.rest == null)) {
        dropped = state.source;
        state.detach();
      }
      state.now = State.BYPASSED;
    }
    ResumeGuard.abandon(guard);
    ResponseSignals.drop(dropped);
  }
}
