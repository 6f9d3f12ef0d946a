package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.call.FirstByte;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * A response that the application gets with the first byte of its body, or with the body's end
 * (rule 10.6). Up to then the application's handler is not asked, so that a lost connection is a
 * failure of the attempt. From then on its subscriber gets everything, and its pace is kept.
 */
final class HeldResponse<T> implements BodySubscriber<T> {
  /** Knows the application's handler. */
  interface Owner<T> {
    /** The application's handler is asked for what takes the body. */
    BodySubscriber<T> handOver(ResponseInfo info);

    /** Completes the body as that subscriber does. */
    void relay(BodySubscriber<T> subscriber, CompletableFuture<T> to);
  }

  private final ResponseInfo info;
  private final CompletableFuture<T> body = new CompletableFuture<>();

  /** Decides between the first byte, a failure and the end of the attempt's time. */
  private final AttemptTimeout timeout = new AttemptTimeout();

  /** Null once the application has the response, which may keep this object. */
  private volatile Attempt attempt;

  private volatile Owner<T> owner;

  private volatile boolean held = true;
  private volatile Subscription source;
  private volatile KeptSubscription applications;

  HeldResponse(ResponseInfo info, Attempt attempt, Owner<T> owner) {
    this.info = info;
    this.attempt = attempt;
    this.owner = owner;
  }

  /** Whether the application's code has seen nothing of the response. */
  boolean isHeld() {
    return held;
  }

  @Override
  public CompletionStage<T> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    source = subscription;
    Call call = attempt.call();
    long left = Math.max(0, call.attemptNanosLeft());
    timeout.startOffTimer(call.timer(), left, this::expired);
    subscription.request(1);
  }

  /** As the client ends an attempt that takes longer. */
  private void expired() {
    body.completeExceptionally(new HttpTimeoutException("request timed out"));
    source.cancel();
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    KeptSubscription to = applications;
    if (to != null) {
      to.next(piece);
    } else if (hasBytes(piece)) {
      handOver(piece, false, null);
    } else {
      source.request(1);
    }
  }

  private static boolean hasBytes(List<ByteBuffer> piece) {
    for (ByteBuffer buffer : piece) {
      if (buffer.hasRemaining()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void onError(Throwable thrown) {
    Attempt failed = attempt;
    KeptSubscription to = applications;
    if (to != null) {
      to.fail(thrown);
      body.completeExceptionally(thrown); // As in the client, unless the subscriber has ended it.
    } else if (failed == null || isAttempts(failed, thrown)) {
      timeout.stop();
      if (timeout.end()) {
        body.completeExceptionally(thrown);
      }
    } else {
      handOver(List.of(), false, thrown);
    }
  }

  private static boolean isAttempts(Attempt failed, Throwable thrown) {
    return FirstByte.isAttempts(failed, JdkFailures.classify(thrown), false);
  }

  @Override
  public void onComplete() {
    KeptSubscription to = applications;
    if (to != null) {
      to.complete();
    } else {
      handOver(List.of(), true, null);
    }
  }

  /** The application gets the response, and what has come of its body. */
  private void handOver(List<ByteBuffer> piece, boolean complete, Throwable failure) {
    timeout.stop();
    if (!timeout.takeHead()) {
      return; // The attempt is over.
    }
    held = false;
    Owner<T> underWay = owner;
    owner = null;
    attempt = null;
    BodySubscriber<T> subscriber;
    try {
      subscriber = Objects.requireNonNull(underWay.handOver(info));
    } catch (Throwable thrown) { // Of the application's body handler.
      body.completeExceptionally(thrown);
      source.cancel();
      return;
    }
    KeptSubscription subscription = new KeptSubscription(subscriber, piece, source, 0);
    if (complete) {
      subscription.complete();
    } else if (failure != null) {
      subscription.fail(failure);
    }
    applications = subscription;
    Throwable thrown = subscription.begin();
    underWay.relay(subscriber, body);
    if (thrown != null) {
      subscription.fail(thrown);
      body.completeExceptionally(thrown);
      source.cancel();
    }
  }
}
