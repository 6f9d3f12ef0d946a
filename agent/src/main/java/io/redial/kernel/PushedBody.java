package io.redial.kernel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The body of a response that a client pushes, as long as Redial has to do with it: given up on and
 * drained, held for its first byte, passed on, resumed, or let through after a fault. This is what
 * calls and clients see of it; what it does is in {@link BodyEngine}. Thread-safe.
 *
 * @param <D> the application's consumer of a body
 * @param <U> what paces a body
 * @param <T> what the consumer makes of it
 */
public final class PushedBody<D, U, T> {

  /** What becomes of the response. */
  public enum State {
    AWAITING_HEAD,
    /** It is given up on. Its body is kept up to a limit. */
    DRAINING,
    /** Its first byte is awaited. */
    HELD,
    /** The client has not returned it, so that a cut still fails the call. */
    OFFERED,
    /** The consumer gets the body. */
    PASSING,
    /** The rest is being requested. */
    RESUMING,
    /** There was a fault: the consumer gets the response as it comes, or an end. */
    BYPASSED,
    ENDED
  }

  static final String WHERE = "body";

  private final BodyEngine<D, U, T> engine;
  private final BodyState<D, U, T> state;

  /**
   * Creates the body of a response whose head is awaited.
   *
   * @param unit what the client counts
   * @param window how much of a body the client may bring before it is asked for
   * @param handle makes what the consumer paces the body with, which calls {@link #request} and
   *     {@link #cancel}
   */
  public PushedBody(
      FaultLog log,
      Exits<D, U, T> exits,
      Demand.Unit unit,
      long window,
      Function<? super PushedBody<D, U, T>, U> handle) {
    this(log, exits, new Demand(unit, window), handle, null, null);
  }

  /**
   * Creates the body of a response whose head is awaited, for a consumer that reads by itself.
   *
   * @param completion what the client passes to a consumer at the end
   */
  public PushedBody(
      FaultLog log,
      Exits<D, U, T> exits,
      Function<? super PushedBody<D, U, T>, U> handle,
      Object completion,
      BodyListener listener) {
    this(log, exits, Demand.on(), handle, completion, listener);
  }

  private PushedBody(
      FaultLog log,
      Exits<D, U, T> exits,
      Demand demand,
      Function<? super PushedBody<D, U, T>, U> handle,
      Object completion,
      BodyListener listener) {
    this.state = new BodyState<>(new BodyDelivery<>(exits, handle.apply(this), demand, completion));
    this.engine = new BodyEngine<>(log, exits, state);
    state.listener = listener;
  }

  // What becomes of the response.

  /**
   * Drains a response that is given up on.
   *
   * @param limit what is kept at most
   * @param dropsAfter the length at which the response is dropped before the client notices its
   *     end; -1 for none
   * @param decisions asked only if there is a handler
   * @param handler the application's, which gets the response if there is more than is kept; null
   *     to drop it
   */
  public <H> ResponseSignals<U> drain(
      long limit, long dropsAfter, BodyDecisions<D> decisions, Handler<H, D> handler, H head) {
    state.pending = new PendingResponse<>(limit, dropsAfter, decisions, handler, head);
    return begin(State.DRAINING);
  }

  /**
   * Holds a response back until the first byte of its body.
   *
   * @param replaces whether the client is given an empty body, because its own would fail with its
   *     connection; the application's is {@link #result}
   */
  public <H> ResponseSignals<U> hold(
      boolean replaces, BodyDecisions<D> decisions, Handler<H, D> handler, H head) {
    state.pending = new PendingResponse<>(0, -1, decisions, handler, head);
    state.isTaken = !replaces;
    if (replaces) {
      state.replaceResult();
    }
    return begin(State.HELD);
  }

  /** Holds a response back until its first byte, for a consumer that is there already. */
  public <H> ResponseSignals<U> hold(BodyDecisions<D> decisions, D consumer, H head) {
    return hold(
        false,
        decisions,
        Handler.to(
            consumer,
            (reader, shown, entity, context, result) -> engine.exits.head.give(reader, shown),
            null,
            null,
            null),
        head);
  }

  /** Offers a response to a consumer. Nothing is read before the client has returned it. */
  public ResponseSignals<U> offer(D consumer, Resumer resumer) {
    state.resumes = new ResumeGuard(resumer, engine.log);
    state.delivery.consumer = consumer;
    state.replaceResult();
    state.clientResult.complete(null);
    return begin(State.OFFERED);
  }

  /** Has a clock stopped once the response is no longer drained or held. */
  public void limitedBy(Future<?> clock) {
    PendingResponse<D> limited;
    synchronized (engine) {
      limited = state.pending;
    }
    if (limited != null) {
      limited.limitedBy(clock);
    } else if (clock != null) {
      clock.cancel(false);
    }
  }

  private ResponseSignals<U> begin(State first) {
    synchronized (engine) { // For whoever looks at it from another thread.
      state.now = first;
      state.source = new ResponseSignals<>(engine, null);
      return state.source;
    }
  }

  /**
   * Gives a consumer what was drained, as the client would have done.
   *
   * @param replay a new body, for that
   * @return what the consumer makes of it
   */
  public CompletableFuture<T> replayTo(D consumer, PushedBody<D, U, T> replay) {
    synchronized (engine) {
      state.pending.replayTo(replay.state.delivery);
    }
    replay.state.delivery.consumer = consumer;
    replay.state.now = State.PASSING;
    replay.engine.run();
    replay.state.result.ask(engine.exits, consumer);
    return replay.result();
  }

  // What is asked about it.

  /** Returns the body as the client is to see it. */
  public CompletableFuture<T> clientResult() {
    return state.clientResult;
  }

  /** Returns the body as the application's consumer makes it. */
  public CompletableFuture<T> result() {
    return state.result.future;
  }

  /** Returns whether the client's response has another body than the application's. */
  public boolean isReplaced() {
    return state.isReplaced();
  }

  /** Returns whether all of a response that was given up on was kept. */
  public boolean isComplete() {
    synchronized (engine) {
      return state.pending != null && state.pending.isComplete();
    }
  }

  /** Returns whether the application's code has seen nothing of the response. */
  public boolean isUnseen() {
    synchronized (engine) {
      return !state.isAsked && state.delivery.consumer == null;
    }
  }

  /** Returns whether nothing of the body was read when the client failed, or until now. */
  public boolean isUnread() {
    synchronized (engine) {
      return state.isUnread || state.now == State.OFFERED;
    }
  }

  /** Returns whether nothing is resumed any more: the body has ended, or nobody wants the rest. */
  public boolean isStopped() {
    synchronized (engine) {
      return state.isStopped
          || state.isBroken()
          || state.delivery.isOver
          || state.now == State.ENDED;
    }
  }

  /** Returns what becomes of the response. */
  public State state() {
    synchronized (engine) {
      return state.now;
    }
  }

  /** Returns what paces the response whose bytes are awaited; null if none are. */
  public U awaited() {
    synchronized (engine) {
      return state.isAwaiting() ? state.source.upstream : null;
    }
  }

  // What happens to the call.

  /** Called when the client has taken the body; one that is replaced is not read before. */
  public void taken() {
    synchronized (engine) {
      state.isTaken = true;
    }
    engine.run();
  }

  /** Called when the client has returned the response, so that a cut no longer ends the call. */
  public void returned() {
    D consumer;
    synchronized (engine) {
      consumer = state.delivery.consumer;
      state.asks = consumer == null && state.now == State.OFFERED && !state.isAsked;
      state.open();
    }
    engine.run();
    if (consumer != null) {
      state.result.ask(engine.exits, consumer);
    }
  }

  /**
   * Called when the client has failed the call, perhaps because it was cancelled. The body is read
   * on and ends as the client ends it, or is dropped if nobody has seen it: if nobody requested it,
   * the client would never learn that it is over.
   */
  public void clientFailed() {
    ResponseSignals<U> dropped = null;
    synchronized (engine) {
      state.isUnread |= state.now == State.OFFERED;
      if (state.awaitsHandler()) {
        dropped = state.finished();
      } else if (state.now == State.OFFERED || state.now == State.BYPASSED) {
        state.isStopped = true;
        state.open();
      }
    }
    ResponseSignals.drop(dropped);
    engine.run();
  }

  /** Ends the attempt if its response is still held, and returns whether it does. */
  public boolean expire(Throwable expired) {
    ResponseSignals<U> dropped;
    synchronized (engine) {
      if (state.now != State.HELD) {
        return false;
      }
      dropped = state.finished();
    }
    state.clientResult.completeExceptionally(expired);
    ResponseSignals.drop(dropped);
    return true;
  }

  /**
   * Stops draining. Returns false if that is not possible, because the application gets the body or
   * the client has not begun with it.
   */
  public boolean stopDraining() {
    synchronized (engine) {
      boolean isOffered = state.asks || state.isAsked;
      if (state.now != State.DRAINING || isOffered || state.source.upstream == null) {
        return state.now == State.ENDED;
      }
    }
    engine.drained(true);
    return true;
  }

  /** Called when draining has taken too long; may call the application's code. */
  public void drainedTooLong() {
    engine.full();
    engine.run();
  }

  // What happens while it is resumed.

  /** Returns the signals of a response that may continue the body. */
  public ResponseSignals<U> from(ResponseSignals.Rest rest) {
    ResponseSignals<U> next = new ResponseSignals<>(engine, rest);
    synchronized (engine) {
      if (state.now == State.RESUMING) {
        state.detach();
        state.delivery.demand.anew();
        state.source = next;
        state.isResumed = true;
      } else {
        next.engine = null;
      }
    }
    return next;
  }

  /** Returns the handler of the outcome of the client's method that requests a rest. */
  public BiConsumer<Object, Throwable> outcomeOf(ResponseSignals.Rest rest) {
    return (response, thrown) -> guard(() -> rest.responded(response, thrown));
  }

  /** Runs a step of Redial's; lets the response through as it comes if that fails. */
  public void guard(FaultBoundary.Step step) {
    Throwable fault = FaultBoundary.thrownBy(step);
    if (fault != null) {
      bypass(fault);
    }
  }

  /** Called when the rest cannot be obtained. */
  public void giveUp() {
    synchronized (engine) {
      state.isGivenUp |= state.now == State.RESUMING;
    }
    engine.run();
  }

  /** Called when a response to a request for the rest says that nothing is missing. */
  public void complete() {
    synchronized (engine) {
      state.isPartOver |= state.now == State.RESUMING;
    }
    engine.run();
  }

  /** Stops resuming, because the application no longer wants it; ends a body that was resumed. */
  public void stop(Throwable thrown) {
    boolean ends;
    synchronized (engine) {
      state.isStopped = true;
      ends = state.isResumed || state.now == State.RESUMING;
    }
    if (ends) {
      abort(thrown);
    }
  }

  /** Ends the body at once with a failure that its consumer is told. */
  public void abort(Throwable thrown) {
    engine.end(thrown, false);
    engine.run();
  }

  /** Lets the response through as it comes, because something has failed (rule 1.4). */
  public void bypass(Throwable fault) {
    ResumeGuard broken = state.resumes;
    if (broken == null) {
      FaultBoundary.report(engine.log, WHERE, fault);
    } else {
      broken.failed(fault);
      engine.run();
    }
  }

  // What the application does.

  /** Called when the consumer asks for more. Where bytes are counted, units are positive. */
  public void request(long units) {
    boolean isAllowed;
    synchronized (engine) {
      isAllowed = state.delivery.demand.add(units);
    }
    if (state.delivery.demand.isCapacity()) {
      engine.pace(false); // A consumer that grants some gets nothing in return meanwhile.
      return;
    }
    if (!isAllowed) {
      engine.end(new IllegalArgumentException("non-positive subscription request: " + units), true);
    }
    engine.run();
  }

  /**
   * Turns the input of a consumer on if that calls nobody, because another thread is at work or
   * this one is in the consumer. Returns false otherwise.
   */
  public boolean requestQuietly() {
    synchronized (engine) {
      return state.isBusy && state.delivery.demand.add(1);
    }
  }

  /** Offers a consumer again what it has left unread. */
  public void offerAgain() {
    synchronized (engine) {
      state.delivery.isStalled = false;
    }
    engine.run();
  }

  /** Called when the consumer wants no more. The client may still tell how its response ends. */
  public void cancel() {
    engine.end(null, false);
    engine.run();
  }
}
