package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.call.Exceptions;
import io.redial.call.FirstByte;
import java.io.IOException;
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

  /** The body of the client's response. */
  private final CompletableFuture<T> body = new CompletableFuture<>();

  /**
   * What the application's handler makes of the body: the same future, unless the client has
   * returned its response before that handler was called.
   */
  private volatile CompletableFuture<T> result = body;

  /** Whether the application's handler is called only once the client has returned its response. */
  private final boolean awaitsClient;

  /** Decides between the first byte, a failure and the end of the attempt's time. */
  private final AttemptTimeout timeout = new AttemptTimeout();

  /** Null once the application has the response, because the response may keep this object. */
  private volatile Attempt attempt;

  private volatile HandlerOwner<T> owner;

  private volatile boolean held = true;
  volatile Subscription source;
  private volatile KeptSubscription applications;

  /** The subscriber that takes the body if it can be resumed after a cut; otherwise null. */
  private volatile FirstSource<T> resumable;

  /** The application's subscriber, or the {@link FirstSource} in front of it. */
  private BodySubscriber<T> made;

  /** Whether the client has taken the body. Guarded by this. */
  private boolean isTaken;

  /** The first piece of the body until the client has returned its response; otherwise null. */
  volatile List<ByteBuffer> begun;

  // How the body ended in the meantime. Guarded by this.
  private boolean isWhole;
  private Throwable broken;

  /** What the application's handler threw. */
  private Throwable refused;

  /** Whether the client has failed the attempt. Guarded by this. */
  private boolean isDropped;

  /**
   * Creates a response that is held back.
   *
   * @param awaitsClient whether the body may be resumable: the application's handler is then called
   *     only once the client has returned its response, because until then a cut makes the client
   *     fail the call
   */
  HeldResponse(ResponseInfo info, Attempt attempt, HandlerOwner<T> owner, boolean awaitsClient) {
    this.info = info;
    this.attempt = attempt;
    this.owner = owner;
    this.awaitsClient = awaitsClient;
  }

  /** Whether the application's code has seen nothing of the response. */
  boolean isHeld() {
    return held;
  }

  /**
   * Asks for the first byte if the subscription is there already. Before the client takes the body,
   * a cut right after the first byte would make it fail the call.
   */
  @Override
  public CompletionStage<T> getBody() {
    Subscription waiting;
    synchronized (this) {
      isTaken = true;
      waiting = source;
    }
    if (waiting != null && awaitsClient) {
      askOffThread(waiting);
    }
    return body;
  }

  /** The client takes the body when {@link #getBody} has returned, on this thread. */
  private void askOffThread(Subscription waiting) {
    try {
      attempt.call().timer().start(() -> waiting.request(1));
    } catch (Throwable fault) {
      waiting.request(1);
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    boolean asks;
    synchronized (this) {
      source = subscription;
      asks = isTaken || !awaitsClient;
    }
    Call call = null;
    try {
      call = attempt.call();
      long left = Math.max(0, call.attemptNanosLeft());
      timeout.startOffTimer(call.timer(), left, this::expired);
    } catch (Throwable fault) { // The attempt then has no time limit.
      ResponseAfterFault.tell(call, fault);
    }
    if (asks) {
      subscription.request(1);
    }
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
    synchronized (this) {
      if (begun != null) {
        broken = thrown; // The attempt fails if the client does not return its response after all.
        return;
      }
    }
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
      result.completeExceptionally(thrown); // As in the client, unless it is complete already.
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
    synchronized (this) {
      if (begun != null) {
        isWhole = true;
        return;
      }
    }
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
    if (!timeout.takeHead()) {
      return; // The attempt is over.
    }
    boolean dropped;
    synchronized (this) {
      isWhole = complete;
      broken = failure;
      begun = awaitsClient ? piece : null;
      result = awaitsClient ? new CompletableFuture<>() : body;
      dropped = isDropped;
    }
    if (awaitsClient) {
      body.complete(null);
      if (dropped) {
        source.cancel();
      }
    } else {
      handOver(piece);
    }
  }

  /** Called when the client has failed the attempt, so that it never returns this response. */
  void drop() {
    boolean waits;
    synchronized (this) {
      isDropped = true;
      waits = begun != null;
    }
    if (waits) {
      source.cancel();
    }
  }

  /**
   * Called when the client has returned its response. If that response was held back for this, it
   * is handed over now.
   *
   * @return what the application's handler threw; null if the response was handed over
   */
  Throwable returned() {
    List<ByteBuffer> piece = begun;
    if (piece == null) {
      return null;
    }
    try {
      handOver(piece);
    } catch (Throwable fault) {
      begun = null;
      handOverAfterFault(fault, piece, isWhole, broken);
      if (made == null) {
        result.completeExceptionally(
            new IOException("the rest of the response was discarded", fault));
      }
    }
    return refused;
  }

  /**
   * Returns what the application's handler makes of the body. Null if the client's response has it,
   * or if the body is resumable and has its result.
   */
  CompletableFuture<T> result() {
    CompletableFuture<T> made = result;
    return made == body || this.made instanceof FirstSource ? null : made;
  }

  private void handOver(List<ByteBuffer> piece) {
    HandlerOwner<T> asked = ask();
    if (asked == null) {
      return; // The application's handler has failed.
    }
    BodySubscriber<T> subscriber = made;
    KeptSubscription subscription = new KeptSubscription(subscriber, piece, source, 0, result);
    synchronized (this) {
      if (isWhole) {
        subscription.complete();
      } else if (broken != null) {
        subscription.fail(broken);
      }
      applications = subscription;
      begun = null;
    }
    Throwable thrown = subscription.begin();
    if (thrown != null && resumable != null && thrown != resumable.delivery.application.thrown) {
      throw Exceptions.sneakyThrow(thrown);
    }
    asked.relay(subscriber, result);
    if (thrown != null) {
      try {
        subscription.fail(thrown);
      } finally {
        result.completeExceptionally(thrown);
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
      refused = thrown;
      begun = null;
      result.completeExceptionally(thrown);
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
        begun = new KeptSubscription(made, piece, source, 0, result);
        if (complete) {
          begun.complete();
        } else if (failure != null) {
          begun.fail(failure);
        }
        applications = begun;
        begun.begin();
      }
      KeptPieces.relayAfterFault(made.getBody(), result);
    } catch (Throwable thrown) {
      result.completeExceptionally(thrown);
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
      result.completeExceptionally(thrown);
      source.cancel();
      return false;
    }
  }
}
