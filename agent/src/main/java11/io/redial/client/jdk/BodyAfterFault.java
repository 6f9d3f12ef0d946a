package io.redial.client.jdk;

import io.redial.call.GuardedPlan;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Flow.Subscription;

/**
 * Takes over a {@link ResumableBody} after an internal fault (rule 1.4). The application's
 * subscriber gets the rest of its own response as the client delivers it, or the end of the body.
 * This class calls none of the methods that may have failed. Thread-safe.
 */
final class BodyAfterFault<T> implements Subscription {
  private final DeliveredBody<T> delivery;
  private final ApplicationBody<T> application;
  private final BodySubscriber<T> subscriber;
  private final Subscription source;

  // Guarded by the application's body.
  private final Deque<List<ByteBuffer>> pieces = new ArrayDeque<>();

  /**
   * Pieces that were in transit at the fault; the thread that was delivering them may still do so.
   */
  private final List<List<ByteBuffer>> overtaken = new ArrayList<>();

  /** How many pieces were requested here and have not arrived. */
  private long asked;

  private boolean isOver;
  private Throwable failure;

  /**
   * Takes over a body.
   *
   * @param source the subscription to the application's response; null if that is not known
   */
  private BodyAfterFault(DeliveredBody<T> delivery, Subscription source) {
    this.delivery = delivery;
    this.source = source;
    this.application = delivery.application;
    this.subscriber = application.subscriber;
  }

  /**
   * Ends a body whose subscriber has not been told of the end, because an internal fault prevented
   * that and was reported elsewhere.
   */
  static void endUnlessTold(DeliveredBody<?> body) {
    boolean isTheEnd;
    synchronized (body.application) {
      ApplicationBody<?> told = body.application;
      isTheEnd = told.knowsEnd || told.isAbandoned || told.late != null;
    }
    synchronized (body) {
      isTheEnd |= body.tail != null;
    }
    if (!isTheEnd) {
      body.broke(new IllegalStateException("the end of the body was not signalled"));
      body.settle();
    }
  }

  /** Takes over a body with the bytes that have arrived but were not delivered. */
  @SuppressWarnings("ReferenceEquality") // Whether it is the piece that was delivered.
  static <T> BodyAfterFault<T> of(DeliveredBody<T> body) {
    GuardedPlan plan = body.plan;
    List<ByteBuffer> left = new ArrayList<>();
    boolean isGiven = body.seen == null || body.seen == body.application.given;
    if (!isGiven) {
      left.addAll(body.seen);
    }
    ByteBuffer through = body.letThrough;
    if (through != null) {
      left.add(ByteBuffer.allocate(through.remaining()).put(through).flip());
    }
    plan.breakOff(body.fault);
    if (!body.hasRemainder) {
      left.add(plan.heldBack());
    }
    boolean goesOn = !plan.isSurrendered();
    if (goesOn && body.piece != null) {
      left.addAll(body.piece.subList(body.taken, body.piece.size()));
    }
    Subscription from = body.subscription;
    DeliveredBody.Ahead ahead =
        from instanceof DeliveredBody.Ahead ? (DeliveredBody.Ahead) from : null;
    BodyAfterFault<T> afterFault =
        new BodyAfterFault<>(body, ahead == null ? from : ahead.client());
    if (!plan.isResumed()) {
      afterFault.begin(left, !isGiven && body.isCounted);
    }
    if (goesOn && ahead != null) {
      ahead.moveTo(afterFault, body.piece);
    }
    if (!goesOn || body.isOver) {
      boolean isLost =
          body.isLeft || (plan.isIncomplete() && !plan.isResumed() && !body.hasRemainder);
      afterFault.end(body.latestCut == null && isLost ? GuardedPlan.failure() : body.latestCut);
      if (body.isLeft || !body.isOver) {
        afterFault.leave();
      }
    }
    return afterFault;
  }

  /** Adds a piece that was in transit when the fault occurred. */
  void overtake(List<ByteBuffer> piece) {
    synchronized (application) {
      overtaken.add(piece);
      pieces.add(piece);
    }
  }

  /**
   * Begins with the bytes that have arrived but were not delivered. Restores the demand for them if
   * it was already counted as met.
   */
  private void begin(List<ByteBuffer> left, boolean isCounted) {
    if (left.stream().anyMatch(ByteBuffer::hasRemaining)) {
      pieces.add(left);
    }
    synchronized (delivery) {
      delivery.demand += isCounted && delivery.demand != Long.MAX_VALUE ? 1 : 0;
    }
  }

  /** Takes a piece from the client. */
  @SuppressWarnings("ReferenceEquality") // That very piece, not one with equal buffers.
  void next(List<ByteBuffer> piece) {
    synchronized (application) {
      if (isOver || overtaken.stream().anyMatch(moved -> moved == piece)) {
        return;
      }
      asked = Math.max(0, asked - 1);
      pieces.add(piece);
    }
  }

  /** Ends the body after the pending pieces, with a failure or, if that is null, in order. */
  void end(Throwable cut) {
    synchronized (application) {
      if (!isOver) {
        isOver = true;
        failure = cut;
      }
    }
  }

  @Override
  public void request(long n) {
    if (n <= 0) {
      stop(new IllegalArgumentException("non-positive subscription request: " + n));
    } else {
      synchronized (delivery) {
        delivery.demand = delivery.demand + n < 0 ? Long.MAX_VALUE : delivery.demand + n;
      }
    }
    drain();
  }

  @Override
  public void cancel() {
    synchronized (application) {
      application.ended = true;
      application.isAbandoned = true;
    }
    leave();
  }

  /** Ends the body at once with a failure. */
  void stop(Throwable cause) {
    synchronized (application) {
      pieces.clear();
      isOver = true;
      failure = cause;
    }
    leave();
  }

  private void leave() {
    try {
      if (source != null) {
        source.cancel();
      }
    } catch (Throwable ignored) {
      // The client threw, and there is nobody to report it to.
    }
  }

  /** Delivers all pending signals, unless another thread is doing so. */
  void drain() {
    while (true) {
      List<ByteBuffer> piece = null;
      boolean begins;
      long more = 0;
      synchronized (application) {
        if (application.busy || application.knowsEnd || application.isAbandoned) {
          return; // The thread that is signalling the subscriber looks here again.
        }
        if (application.late != null) {
          pieces.clear();
          isOver = true;
          failure = application.late;
          application.late = null;
        }
        begins = !application.isSubscribed;
        synchronized (delivery) {
          if (begins) {
            application.isSubscribed = true;
          } else if (!pieces.isEmpty()) {
            if (delivery.demand == 0) {
              return;
            }
            delivery.demand -= delivery.demand == Long.MAX_VALUE ? 0 : 1;
            piece = pieces.poll();
          } else if (isOver) {
            application.ended = true;
            application.knowsEnd = true;
          } else {
            more = delivery.demand - asked;
            if (more <= 0 || source == null) {
              return;
            }
            asked += more;
          }
        }
        application.busy = more == 0;
      }
      if (more > 0) {
        source.request(more);
      } else {
        tell(begins, piece);
      }
    }
  }

  private void tell(boolean begins, List<ByteBuffer> piece) {
    try {
      if (begins) {
        subscriber.onSubscribe(this);
      } else if (piece != null) {
        subscriber.onNext(piece);
      } else if (failure == null) {
        subscriber.onComplete();
      } else {
        subscriber.onError(failure);
        fail(failure);
      }
    } catch (Throwable thrown) {
      stop(thrown); // As the client does.
      fail(thrown);
    } finally {
      synchronized (application) {
        application.busy = false;
      }
    }
  }

  private void fail(Throwable cause) {
    application.failure = cause;
    if (application.isAsked) {
      application.result.completeExceptionally(cause);
    }
  }
}
