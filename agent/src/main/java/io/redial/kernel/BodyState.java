package io.redial.kernel;

import io.redial.kernel.PushedBody.State;
import java.util.concurrent.CompletableFuture;

/** What a {@link BodyEngine} knows, and what follows from it. Guarded by the engine. */
final class BodyState<D, U, T> {

  /** What is done next, with nothing locked. */
  enum Step {
    BYPASS,
    ASK,
    BEGIN,
    GIVE,
    FINISH,
    TAKE,
    FULL,
    CONTINUE,
    END_OF_RESPONSE,
    GIVE_UP,
    REQUEST,
    PAUSE
  }

  final BodyDelivery<D, U, T> delivery;
  final CompletableFuture<T> clientResult = new CompletableFuture<>();
  State now = State.AWAITING_HEAD;
  boolean isBusy;

  /** The response that the bytes come from; null if there is none at the moment. */
  ResponseSignals<U> source;

  /** A response to drop once the consumer was told of its own failure; or null. */
  ResponseSignals<U> unwanted;

  /** Null unless the response is drained or held, or was drained. */
  PendingResponse<D> pending;

  /** Whether a response that is held may be read. */
  boolean isTaken;

  /** Whether the application's handler is to make the consumer now. */
  boolean asks;

  /** Whether it was asked to; on another thread, it may still be at it. */
  boolean isAsked;

  /** Null unless the body can be resumed. */
  volatile ResumeGuard resumes;

  boolean isResumed; // A response to a request for the rest has been the source.
  boolean isUnread; // The client failed before any of the body was read.
  boolean isStopped; // Nothing is resumed any more.
  boolean isCancelled; // What still arrives is ignored.

  /** Whether a part of the body is over without the end of a response. */
  boolean isPartOver;

  boolean isGivenUp; // The rest cannot be obtained.

  volatile BodyResult<T> result = new BodyResult<>(clientResult);

  /** Null unless the consumer reads by itself. */
  BodyListener listener;

  BodyState(BodyDelivery<D, U, T> delivery) {
    this.delivery = delivery;
  }

  boolean isBroken() {
    ResumeGuard guard = resumes;
    return guard != null && guard.fault != null;
  }

  boolean isPending() {
    return now == State.DRAINING || now == State.HELD;
  }

  void detach() {
    if (source != null) {
      source.engine = null;
      source = null;
    }
  }

  /**
   * Stops reading and resuming. Returns the response that is to be dropped at once, or null.
   *
   * @param reportsFirst whether that has to wait until the consumer was told
   */
  ResponseSignals<U> stopped(Throwable thrown, boolean reportsFirst) {
    ResponseSignals<U> dropped = source;
    isStopped = true;
    delivery.clear();
    if (thrown != null) {
      delivery.end(thrown);
      delivery.isQuiet = false;
      detach();
    } else if (isResumed || source == null) {
      finished();
    } else {
      isCancelled = true;
      source.arrived.clear();
    }
    unwanted = reportsFirst ? dropped : null;
    return reportsFirst ? null : dropped;
  }

  /** Returns the response that the body was read from last. */
  ResponseSignals<U> finished() {
    ResponseSignals<U> last = source;
    now = State.ENDED;
    detach();
    resumes = null;
    return last;
  }

  Step next() {
    Step step = now == State.ENDED ? null : chosen();
    isBusy = step != null;
    return step;
  }

  private Step chosen() {
    if (isBroken()) {
      return Step.BYPASS;
    }
    if (asks) {
      return Step.ASK;
    }
    boolean isConnected = source != null && source.isConnected;
    if (delivery.consumer != null && (source == null || isConnected)) {
      if (!delivery.demand.isCapacity() && delivery.begins()) {
        return Step.BEGIN;
      }
      if (delivery.gives()) {
        return Step.GIVE;
      }
    }
    if (delivery.isWaiting()) {
      return pauses(isConnected);
    }
    if (delivery.isOver) {
      return Step.FINISH;
    }
    if (isGivenUp || isPartOver) {
      return isGivenUp ? Step.GIVE_UP : Step.END_OF_RESPONSE;
    }
    if (source == null || !(source.isOpen || source.rest != null || isPending())) {
      return null;
    }
    return fromSource(isConnected);
  }

  private Step fromSource(boolean isConnected) {
    if (now == State.DRAINING && isConnected && pending.isEnough()) {
      return Step.FULL;
    }
    if (source.isEnough && !source.isBegun) {
      return Step.CONTINUE;
    }
    if (!source.arrived.isEmpty()) {
      return isPending() || delivery.demand.isOpen() ? Step.TAKE : pauses(isConnected);
    }
    if (source.isOver) {
      return Step.END_OF_RESPONSE;
    }
    if (source.upstream != null && owed() > 0) {
      return Step.REQUEST;
    }
    boolean isCapacity = delivery.demand.isCapacity() && delivery.consumer != null;
    return isCapacity && delivery.begins() ? Step.BEGIN : pauses(isConnected);
  }

  /**
   * Leaves to the client what the consumer has thrown. Returns false if it does not wait for it.
   */
  boolean leaves(Throwable thrown) {
    if (source == null || !source.takes(thrown)) {
      return false;
    }
    isStopped = true;
    isCancelled = true;
    delivery.clear();
    source.arrived.clear();
    source.isOpen = true;
    return true;
  }

  /** Returns the response that a consumer may read on from; null if there is none. */
  ResponseSignals<U> readable() {
    boolean isBegun = source != null && (source.rest == null || source.isBegun);
    return isBegun && !isCancelled && !delivery.isOver ? source : null;
  }

  /** Whether the client is to bring more of a response, which may come at any time. */
  boolean takesMore(ResponseSignals<?> from) {
    if (source != from || isCancelled || from.isOver || !from.arrived.isEmpty()) {
      return false;
    }
    boolean isAwaited = isPending() || (from.rest != null && !from.isBegun);
    return isAwaited || (from.isOpen && delivery.takesMore());
  }

  long owed() {
    if (isPending()) {
      return now == State.DRAINING || isTaken ? delivery.demand.owedOne() : 0;
    }
    return source.isOpen ? delivery.demand.owed() : 0;
  }

  /** Whether the client was asked for more, and has brought nothing yet. */
  boolean isAwaiting() {
    return source != null
        && source.isOpen
        && !source.isOver
        && source.arrived.isEmpty()
        && delivery.demand.isOpen();
  }

  private Step pauses(boolean isConnected) {
    return isConnected && !isPending() && delivery.demand.pauses(delivery.isStalled())
        ? Step.PAUSE
        : null;
  }

  /** Whether it is held, or was, and the handler is still to be asked. */
  boolean awaitsHandler() {
    return now == State.HELD || (now == State.OFFERED && delivery.consumer == null);
  }

  void open() {
    if (source != null) {
      source.isOpen = true;
    }
    if (now == State.OFFERED && delivery.consumer != null) {
      now = State.PASSING;
    }
  }

  /** Gives the client a body of its own. */
  void replaceResult() {
    result = new BodyResult<>(new CompletableFuture<>());
  }

  boolean isReplaced() {
    return result.future != clientResult;
  }
}
