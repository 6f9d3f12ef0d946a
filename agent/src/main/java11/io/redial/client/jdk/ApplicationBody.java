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
 */
final class ApplicationBody<T> {
  private final BodySubscriber<T> subscriber;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private volatile boolean threw;
  private volatile boolean isAsked;
  private volatile Throwable failure;

  // Guarded by this.
  private boolean busy;
  private boolean ended;

  /** What failed while the subscriber was told something else. */
  private Throwable late;

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
              (value, thrown) -> {
                if (thrown == null) {
                  result.complete(value);
                } else {
                  result.completeExceptionally(thrown);
                }
              });
    } catch (Throwable thrown) {
      result.completeExceptionally(thrown);
    }
    isAsked = true;
    endResult();
    return result;
  }

  /** What the subscriber makes of a failure comes first, and it may not have been asked yet. */
  private void endResult() {
    Throwable thrown = failure;
    if (isAsked && thrown != null) {
      result.completeExceptionally(thrown);
    }
  }

  void subscribe(Subscription subscription) {
    try {
      tell(() -> subscriber.onSubscribe(subscription));
    } catch (Throwable thrown) {
      failure = thrown; // The client may have given its response out.
      endResult();
      throw thrown;
    }
  }

  void next(List<ByteBuffer> piece) {
    tell(() -> subscriber.onNext(piece));
  }

  /** If the subscriber throws here, the client reports that to {@link #fail}. */
  void complete() {
    tell(subscriber::onComplete);
    abandon();
  }

  void fail(Throwable thrown) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      if (busy) {
        late = thrown;
        return;
      }
    }
    tellFailure(thrown);
  }

  /** It is told nothing more. */
  synchronized void abandon() {
    ended = true;
  }

  synchronized boolean isEnded() {
    return ended;
  }

  /** Whether the application's own code failed, so that the connection is not to blame. */
  boolean threw() {
    return threw;
  }

  private void tell(Runnable signal) {
    synchronized (this) {
      if (ended) {
        return;
      }
      busy = true;
    }
    try {
      signal.run();
    } catch (Throwable thrown) {
      threw = true;
      throw thrown;
    } finally {
      told();
    }
  }

  private void told() {
    Throwable thrown;
    synchronized (this) {
      busy = false;
      thrown = late;
      late = null;
    }
    if (thrown != null) {
      tellFailure(thrown);
    }
  }

  private void tellFailure(Throwable thrown) {
    try {
      subscriber.onError(thrown);
    } finally {
      failure = thrown;
      endResult();
    }
  }
}
