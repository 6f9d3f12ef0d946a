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
 * Nothing of it is read before the client has given the response out, because up to then a cut ends
 * the call in the client.
 */
final class FirstSource<T> implements BodySubscriber<T> {
  private static final boolean REPORTS_HTTP_2 = Runtime.version().feature() >= 17;

  /** The body that it is the first part of. */
  interface Body {
    /** Its first bytes can be asked for from there. */
    void begins(Subscription from);

    /** They may be asked for now. */
    void asksFirst();

    /** Takes bytes, and says what is to be done with their source. */
    Next take(List<ByteBuffer> piece);

    /** Their source is of no use any more, as they have shown. */
    void leave();

    /** It has broken off. */
    void cut(Throwable cut);

    /** It has come to its end. */
    void sourceEnded();

    /** The call ends, and the body with it. */
    void fail(Throwable thrown);

    /** Whether the application's own code failed. */
    boolean threw();
  }

  /** What the application gets of it. */
  final DeliveredBody<?> delivery;

  private final Body body;

  /** The client may tell of the end of an HTTP/2 stream twice. */
  private volatile boolean ended;

  // Guarded by this.
  boolean held = true;

  /** Whether the body ended before the client had given its response out. */
  private boolean endIsHeld;

  /** What it ended with; null for its orderly end. */
  private Throwable failure;

  FirstSource(Body body, DeliveredBody<?> delivery) {
    this.body = body;
    this.delivery = delivery;
  }

  /**
   * Whether the client always tells a body's subscriber of its end, so that the body can go on. Up
   * to Java 16, a lost HTTP/2 connection is sometimes not reported, and the call of the rest would
   * wait for ever. No test covers HTTP/3.
   */
  static boolean endIsReported(Version version) {
    return version == Version.HTTP_1_1 || (version == Version.HTTP_2 && REPORTS_HTTP_2);
  }

  /**
   * For the client the body is there at once: otherwise it would end the call when its own
   * connection breaks. The application's is {@code ResumableBody.applications}.
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
   * The client has given its response out, so that a cut is no longer the end of the call: from now
   * on the body is read, and goes on.
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

  /** The client has ended the call by itself instead. */
  void clientFailed(Throwable thrown) {
    if (isHeld()) {
      body.fail(thrown);
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
    delivery.isTold = true; // Before looking for a fault: another thread looks the other way round.
    try {
      if (delivery.fault == null && !ended) { // A client may go on with what it has read.
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

  /** Whether the body hears of its end now. */
  private boolean isNow(Throwable cut) {
    boolean threw = body.threw(); // It may also end because the application failed at its end.
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
