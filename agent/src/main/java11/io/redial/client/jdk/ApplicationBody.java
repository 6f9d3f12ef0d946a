package io.redial.client.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * The application's subscriber of a {@link ResumableBody}. It is told one thing at a time and its
 * end once, whatever threads the signals come from (Reactive Streams §1.3). As in the client, what
 * ends the body also ends the call that waits for it. Thread-safe.
 *
 * <p>What the application was told is in fields, which are set right before: a fault of Redial's
 * can occur wherever a method is entered (rule 1.4).
 */
final class ApplicationBody<T> {
  final BodySubscriber<T> subscriber;
  final CompletableFuture<T> result = new CompletableFuture<>();
  volatile boolean isAsked;
  volatile Throwable failure;

  /** What the application's own code threw, or null. */
  volatile Throwable thrown;

  /** What tells it everything after a fault of Redial's; null before one. */
  volatile BodyAfterFault<T> afterFault;

  boolean isSubscribed;

  /** The piece that was handed to it last. */
  List<ByteBuffer> given;

  private volatile boolean threw;

  // Guarded by this.
  boolean busy;
  boolean ended;

  /** It knows how the body ended. */
  boolean knowsEnd;

  /** It is told nothing more. */
  boolean isAbandoned;

  /** What failed while the subscriber was told something else. */
  Throwable late;

  ApplicationBody(BodySubscriber<T> subscriber) {
    this.subscriber = subscriber;
  }

  /** The body as the application's handler makes it, or what it ended with; called once. */
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
        failure = original; // The client may have given its response out.
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

  /** If the subscriber throws here, the client reports that to {@link #fail}. */
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

  /** It is told nothing more. */
  synchronized void abandon() {
    ended = true;
    isAbandoned = true;
  }

  synchronized boolean isEnded() {
    return ended;
  }

  /** Whether the application's own code failed, so that the connection is not to blame. */
  boolean threw() {
    return threw;
  }

  /** One of a subscription, a piece, and the end. */
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

  /** What the subscriber makes of a failure comes first, and it may not have been asked yet. */
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
