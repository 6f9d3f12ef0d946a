package io.redial.client.jdk;

import io.redial.policy.stream.StreamPlan.Next;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * The body of the application's own response, as the client delivers it to a {@code ResumableBody}.
 * Nothing of it is read before the client has returned the response, because until then a cut makes
 * the client fail the call.
 */
final class FirstSource<T> implements BodySubscriber<T> {
  private static final boolean REPORTS_HTTP_2 = Runtime.version().feature() >= 17;

  /** The resumable body that this source is the first part of. */
  interface Body {
    /** Called with the subscription from which the first bytes can be requested later. */
    void begins(Subscription from);

    /** Called when the first bytes may be requested. */
    void asksFirst();

    /** Takes bytes, and returns what to do with their source. */
    Next take(List<ByteBuffer> piece);

    /** Called when the bytes have shown that their source is of no use any more. */
    void leave();

    /** Called when the source has broken off. */
    void cut(Throwable cut);

    /** Called when the source has come to its end. */
    void sourceEnded();

    /** Called when the client has failed the call: the body is not resumed. */
    void isOnlyRead();

    /** Whether the application's own code threw. */
    boolean threw();
  }

  /** Delivers the body to the application. */
  final DeliveredBody<?> delivery;

  private final Body body;

  /** Set at the end, which the client may report twice for an HTTP/2 stream. */
  private volatile boolean ended;

  // Guarded by this.
  boolean held = true;

  /** Whether the body ended before the client had returned its response. */
  private boolean endIsHeld;

  /** The failure that ended the body; null for an orderly end. */
  private Throwable failure;

  FirstSource(Body body, DeliveredBody<?> delivery) {
    this.body = body;
    this.delivery = delivery;
  }

  /**
   * Whether the client always reports the end of a body to its subscriber, so that the body can be
   * resumed. Up to Java 16, a lost HTTP/2 connection is sometimes not reported, and the call that
   * requests the rest would wait forever. HTTP/3 is excluded, because no test covers it.
   */
  static boolean endIsReported(Version version) {
    return version == Version.HTTP_1_1 || (version == Version.HTTP_2 && REPORTS_HTTP_2);
  }

  /**
   * Returns a completed body, because the client would otherwise end the call when its own
   * connection breaks. The application's body is {@code ResumableBody.applications}.
   */
  @Override
  public CompletionStage<T> getBody() {
    return CompletableFuture.completedFuture(null);
  }

  /** Whether the client may still end the call by itself, and nothing of the body was read. */
  synchronized boolean isHeld() {
    return held;
  }

  /**
   * Called when the client has returned its response, so that a cut no longer ends the call. From
   * now on the body is read, and resumed after a cut.
   */
  void release() {
    try {
      boolean ends;
      synchronized (this) {
        held = false;
        ends = endIsHeld;
      }
      if (delivery.fault != null) {
        return;
      }
      if (!ends) {
        body.asksFirst();
      } else if (failure == null) {
        body.sourceEnded();
      } else {
        body.cut(failure);
      }
    } catch (Throwable thrown) {
      delivery.broke(thrown);
      delivery.settle();
    }
  }

  /**
   * Called when the client has failed the call instead, perhaps because it was cancelled. The body
   * is read on and ends as the client ends it. If nobody requested it, the client would never learn
   * that it is over, and up to Java 20 its threads would live on.
   */
  void clientFailed() {
    if (isHeld()) {
      body.isOnlyRead();
      release();
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    delivery.subscription = subscription;
    delivery.isTold = true;
    try {
      body.begins(subscription);
    } catch (Throwable thrown) {
      delivery.broke(thrown);
    } finally {
      delivery.isTold = false;
    }
    if (delivery.fault != null) {
      delivery.settle();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    delivery.isTold = true; // Set before fault is read; other threads set fault, then read this.
    try {
      if (delivery.fault == null && !ended) { // A client may still deliver what it has read.
        delivery.piece = piece;
        delivery.taken = 0;
        if (body.take(piece) != Next.READ) {
          ended = true;
          delivery.isLeft = true;
          delivery.isOver = true;
          body.leave();
        }
      }
    } catch (Throwable thrown) {
      delivery.broke(thrown);
    } finally {
      delivery.isTold = false;
    }
    if (delivery.fault != null) {
      delivery.giveAfterFault(piece);
    }
  }

  @Override
  public void onError(Throwable thrown) {
    delivery.isTold = true;
    try {
      end(thrown);
    } catch (Throwable fault) {
      delivery.broke(fault);
    } finally {
      delivery.isTold = false;
    }
    if (delivery.fault != null) {
      delivery.endAfterFault(thrown);
    }
  }

  @Override
  public void onComplete() {
    delivery.isTold = true;
    try {
      end(null);
    } catch (Throwable fault) {
      delivery.broke(fault);
    } finally {
      delivery.isTold = false;
    }
    if (delivery.fault != null) {
      delivery.endAfterFault(null);
    }
  }

  private void end(Throwable cut) {
    if (delivery.fault != null || !isNow(cut)) {
      return;
    }
    if (cut == null) {
      body.sourceEnded();
    } else {
      body.cut(cut);
    }
  }

  /**
   * Records the end; returns whether to report it to the body now. If the application throws at the
   * end, the client reports that as another end.
   */
  private boolean isNow(Throwable cut) {
    boolean threw = body.threw();
    synchronized (this) {
      if (ended && !threw) {
        return false;
      }
      ended = true;
      failure = cut;
      endIsHeld = held && !threw;
      delivery.isOver = true;
      delivery.latestCut = cut;
      return !endIsHeld;
    }
  }
}
