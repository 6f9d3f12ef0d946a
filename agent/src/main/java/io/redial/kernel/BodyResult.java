package io.redial.kernel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What the application's consumer makes of a body. A failure of the body counts only once the
 * consumer was asked: what it makes of that failure itself comes first. Thread-safe.
 */
final class BodyResult<T> {
  final CompletableFuture<T> future;
  private boolean isAsked;
  private volatile boolean isKnown;
  private volatile Throwable failure;

  BodyResult(CompletableFuture<T> future) {
    this.future = future;
  }

  /** Asks the consumer, once; that may block. */
  <D> void ask(Exits<D, ?, T> exits, D consumer) {
    synchronized (this) {
      if (isAsked) {
        return;
      }
      isAsked = true;
    }
    Throwable consumers =
        exits.result == null ? null : FaultBoundary.thrownBy(() -> take(exits, consumer));
    if (consumers != null) {
      future.completeExceptionally(consumers);
    }
    isKnown = true;
    failIfKnown();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It completes the other.
  private <D> void take(Exits<D, ?, T> exits, D consumer) {
    CompletionStage<T> made = exits.result.apply(consumer);
    made.whenComplete(
        (value, thrown) -> {
          if (thrown == null) {
            future.complete(value);
          } else {
            future.completeExceptionally(thrown);
          }
        });
  }

  /** Called after the consumer was told that its body has failed. */
  void fail(Throwable cause) {
    failure = cause;
    failIfKnown();
  }

  /** Called after either was written, so that whoever comes last sees both. */
  private void failIfKnown() {
    Throwable cause = failure;
    if (isKnown && cause != null) {
      future.completeExceptionally(cause);
    }
  }
}
