package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.call.FirstByte;
import io.redial.call.Rethrow;
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
 * (rule 10.6). Until then the application's handler is not called, so that a lost connection is a
 * failure of the attempt. From then on its subscriber gets everything, at its own pace.
 */
final class HeldResponse<T> implements BodySubscriber<T> {
  private final ResponseInfo info;
  private final CompletableFuture<T> body = new CompletableFuture<>();

  /** Decides between the first byte, a failure and the end of the attempt's time. */
  private final AttemptTimeout timeout = new AttemptTimeout();

  /** Null once the application has the response, because the response may keep this object. */
  private volatile Attempt attempt;

  private volatile HandlerOwner<T> owner;

  private volatile boolean held = true;
  private volatile Subscription source;
  private volatile KeptSubscription applications;

  /** The subscriber that takes the body if it can be resumed after a cut; otherwise null. */
  private volatile FirstSource<T> resumable;

  /** The application's subscriber, or the {@link FirstSource} in front of it. */
  private BodySubscriber<T> made;

  HeldResponse(ResponseInfo info, Attempt attempt, HandlerOwner<T> owner) {
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
    Call call = null;
    try {
      call = attempt.call();
      long left = Math.max(0, call.attemptNanosLeft());
      timeout.startOffTimer(call.timer(), left, this::expired);
    } catch (Throwable fault) { // The attempt then has no time limit.
      ResponseAfterFault.tell(call, fault);
    }
    subscription.request(1);
  }

  /** Ends the attempt as the client ends one that takes too long. */
  private void expired() {
    body.completeExceptionally(new HttpTimeoutException("request timed out"));
    source.cancel();
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    KeptSubscription to = applications;
    FirstSource<T> first = resumable;
    if (first != null) {
      try {
        if (to != null && first.delivery.fault == null) {
          to.next(piece);
        }
      } catch (Throwable thrown) {
        first.delivery.broke(thrown);
      }
      if (first.delivery.fault != null) {
        first.delivery.giveAfterFault(piece);
      }
    } else if (to != null) {
      to.next(piece);
    } else {
      try {
        if (hasBytes(piece)) {
          handOver(piece, false, null);
          return;
        }
      } catch (Throwable fault) {
        handOverAfterFault(fault, piece, false, null);
        return;
      }
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
    FirstSource<T> first = resumable;
    if (first != null) {
      try {
        if (to != null && first.delivery.fault == null) {
          to.fail(thrown);
        }
      } catch (Throwable fault) {
        first.delivery.broke(fault);
      }
      if (first.delivery.fault != null) {
        first.delivery.endAfterFault(thrown);
      }
      body.completeExceptionally(thrown);
    } else if (to != null) {
      to.fail(thrown);
      body.completeExceptionally(thrown); // As in the client, unless it is complete already.
    } else {
      try {
        if (failed != null && !FirstByte.isAttempts(failed, JdkFailures.classify(thrown), false)) {
          handOver(List.of(), false, thrown);
          return;
        }
        timeout.stop();
      } catch (Throwable fault) {
        if (timeout.state.get() == AttemptTimeout.State.HEAD) {
          handOverAfterFault(fault, List.of(), false, thrown);
        } // Otherwise the attempt has failed in any case.
      }
      if (timeout.state.compareAndSet(AttemptTimeout.State.OPEN, AttemptTimeout.State.OVER)) {
        body.completeExceptionally(thrown);
      }
    }
  }

  @Override
  public void onComplete() {
    KeptSubscription to = applications;
    FirstSource<T> first = resumable;
    if (first != null) {
      try {
        if (to != null && first.delivery.fault == null) {
          to.complete();
        }
      } catch (Throwable fault) {
        first.delivery.broke(fault);
      }
      if (first.delivery.fault != null) {
        first.delivery.endAfterFault(null);
      }
    } else if (to != null) {
      to.complete();
    } else {
      try {
        handOver(List.of(), true, null);
      } catch (Throwable fault) {
        handOverAfterFault(fault, List.of(), true, null);
      }
    }
  }

  /** Hands the response over to the application, with what has arrived of its body. */
  private void handOver(List<ByteBuffer> piece, boolean complete, Throwable failure) {
    timeout.stop();
    HandlerOwner<T> asked = timeout.takeHead() ? ask() : null;
    if (asked == null) {
      return; // The attempt is over.
    }
    BodySubscriber<T> subscriber = made;
    KeptSubscription subscription = new KeptSubscription(subscriber, piece, source, 0, body);
    if (complete) {
      subscription.complete();
    } else if (failure != null) {
      subscription.fail(failure);
    }
    applications = subscription;
    Throwable thrown = subscription.begin();
    if (thrown != null && resumable != null && thrown != resumable.delivery.application.thrown) {
      throw Rethrow.asIs(thrown);
    }
    asked.relay(subscriber, body);
    if (thrown != null) {
      try {
        subscription.fail(thrown);
      } finally {
        body.completeExceptionally(thrown);
        source.cancel();
      }
    }
  }

  /** Has the application's handler make the subscriber; returns its owner, or null on a failure. */
  private HandlerOwner<T> ask() {
    HandlerOwner<T> underWay = owner;
    held = false;
    owner = null;
    attempt = null;
    BodySubscriber<T> subscriber;
    try {
      try {
        subscriber = Objects.requireNonNull(underWay.handOver(info));
      } catch (Throwable thrown) {
        subscriber = Objects.requireNonNull(underWay.handOverAfterFault(info, thrown));
      }
    } catch (Throwable thrown) { // From the application's body handler.
      body.completeExceptionally(thrown);
      source.cancel();
      return null;
    }
    made = subscriber;
    resumable = subscriber instanceof FirstSource ? (FirstSource<T>) subscriber : null;
    return underWay;
  }

  /** Hands the response over after an internal fault (rule 1.4), wherever that occurred. */
  private void handOverAfterFault(
      Throwable fault, List<ByteBuffer> piece, boolean complete, Throwable failure) {
    if (made == null && !askAfterFault(fault)) {
      return;
    }
    KeptSubscription begun = applications;
    if (made instanceof FirstSource) {
      FirstSource<T> first = (FirstSource<T>) made;
      resumable = first;
      first.delivery.subscription = begun == null ? source : begun;
      first.delivery.broke(fault);
      body.complete(null);
      if (begun == null) {
        first.delivery.giveAfterFault(piece);
      } else {
        first.delivery.settle();
      }
      if (complete || failure != null) {
        first.delivery.endAfterFault(failure);
      }
      return;
    }
    try {
      if (begun == null) {
        begun = new KeptSubscription(made, piece, source, 0, body);
        if (complete) {
          begun.complete();
        } else if (failure != null) {
          begun.fail(failure);
        }
        applications = begun;
        begun.begin();
      }
      KeptPieces.relayAfterFault(made.getBody(), body);
    } catch (Throwable thrown) {
      body.completeExceptionally(thrown);
      source.cancel();
    }
  }

  private boolean askAfterFault(Throwable fault) {
    HandlerOwner<T> underWay = owner;
    timeout.state.compareAndSet(AttemptTimeout.State.OPEN, AttemptTimeout.State.HEAD);
    if (underWay == null || timeout.state.get() != AttemptTimeout.State.HEAD) {
      return false; // The attempt is over.
    }
    held = false;
    owner = null;
    attempt = null;
    try {
      made = Objects.requireNonNull(underWay.handOverAfterFault(info, fault));
      return true;
    } catch (Throwable thrown) { // From the application's body handler.
      body.completeExceptionally(thrown);
      source.cancel();
      return false;
    }
  }
}
