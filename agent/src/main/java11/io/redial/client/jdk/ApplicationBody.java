package io.redial.client.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * The application's subscriber to a {@link ResumableBody}. It receives signals one at a time and
 * its end once, whatever threads the signals come from (Reactive Streams §1.3). As in the client, a
 * failure that ends the body also ends the call that waits for it. Thread-safe.
 *
 * <p>Fields record which signals the subscriber has received. They are set right before each
 * signal, because an internal fault can occur wherever a method is entered (rule 1.4).
 */
final class ApplicationBody<T> {
  final BodySubscriber<T> subscriber;
  final CompletableFuture<T> result = new CompletableFuture<>();
  volatile boolean isAsked;
  volatile Throwable failure;

  /** What the application's own code threw, or null. */
  volatile Throwable thrown;

  /** Delivers all further signals after an internal fault; null before one. */
  volatile BodyAfterFault<T> afterFault;

  boolean isSubscribed;

  /** The piece that the subscriber received last. */
  List<ByteBuffer> given;

  private volatile boolean threw;

  // Guarded by this.
  boolean busy;
  boolean ended;

  /** Whether the subscriber has been told how the body ended. */
  boolean knowsEnd;

  /** Whether the subscriber gets no further signals. */
  boolean isAbandoned;

  /** A failure that arrived while the subscriber was receiving another signal. */
  Throwable late;

  ApplicationBody(BodySubscriber<T> subscriber) {
    this.subscriber = subscriber;
  }

  /**
   * Returns the body as the application's handler makes it, or the failure that ended it. Called
   * once.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // It completes the result.
  CompletionStage<T> result() {
    try {
      subscriber
          .getBody()
          .whenComplete(
              (value, original) -> {
                if (original == null) {
                  result.complete(value);
                } else {
                  result.completeExceptionally(original);
                }
              });
    } catch (Throwable original) {
      result.completeExceptionally(original);
    }
    isAsked = true;
    if (failure != null) {
      result.completeExceptionally(failure);
    }
    return result;
  }

  void subscribe(Subscription subscription) {
    try {
      tell(subscription, null);
    } catch (Throwable original) {
      if (original == thrown) {
        failure = original; // The client may have returned its response already.
        if (isAsked) {
          result.completeExceptionally(original);
        }
      }
      throw original;
    }
  }

  void next(List<ByteBuffer> piece) {
    tell(null, piece);
  }

  /** Signals the end. If the subscriber throws here, the client reports that to {@link #fail}. */
  void complete() {
    tell(null, null);
    abandon();
  }

  void fail(Throwable cause) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      if (busy) {
        late = cause;
        return;
      }
    }
    tellFailure(cause);
  }

  /** Stops all further signals to the subscriber. */
  synchronized void abandon() {
    ended = true;
    isAbandoned = true;
  }

  synchronized boolean isEnded() {
    return ended;
  }

  /** Whether the application's own code threw, so that the connection is not to blame. */
  boolean threw() {
    return threw;
  }

  /** Signals a subscription, a piece, or, if both are null, the end. */
  private void tell(Subscription subscription, List<ByteBuffer> piece) {
    synchronized (this) {
      if (ended) {
        return;
      }
      busy = true;
    }
    try {
      if (subscription != null) {
        isSubscribed = true;
        subscriber.onSubscribe(subscription);
      } else if (piece != null) {
        given = piece;
        subscriber.onNext(piece);
      } else {
        knowsEnd = true;
        subscriber.onComplete();
      }
    } catch (Throwable original) {
      thrown = original;
      threw = true;
      throw original;
    } finally {
      Throwable cause;
      synchronized (this) {
        busy = false;
        cause = late;
        late = null;
      }
      if (cause != null) {
        tellFailure(cause);
      }
      if (afterFault != null) {
        afterFault.drain();
      }
    }
  }

  /**
   * Reports a failure to the subscriber first, so that the body which the subscriber makes of it
   * takes precedence. The failure is also kept, because the subscriber may not have been asked for
   * its body yet.
   */
  private void tellFailure(Throwable cause) {
    knowsEnd = true;
    try {
      subscriber.onError(cause);
    } catch (Throwable original) {
      thrown = original;
      throw original;
    } finally {
      failure = cause;
      if (isAsked) {
        result.completeExceptionally(cause);
      }
    }
  }
}
