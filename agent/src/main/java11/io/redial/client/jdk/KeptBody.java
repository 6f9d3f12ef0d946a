package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.call.Timer;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * The body of a response that is given up on. Up to {@code drain} bytes are read, so that the
 * connection can be used again, and kept until the next attempt (rule 8). A longer or slower body
 * has its connection dropped. If it is not yet known whether the response may be retried, such a
 * body goes to the application instead (rule 2.11).
 */
final class KeptBody<T> implements BodySubscriber<T> {
  final ResponseInfo info;
  private final boolean promotes;

  /**
   * Null, like the next field, as soon as it is not needed any more: up to Java 11, the client's
   * response keeps this object for as long as the application keeps the body.
   */
  private volatile Call call;

  private volatile Supplier<BodySubscriber<T>> promotion;

  /** The length after which the connection is dropped, before the client can keep it; or -1. */
  private final long dropsAfter;

  private final KeptPieces kept;
  private final CompletableFuture<T> body = new CompletableFuture<>();
  private boolean ended;
  private boolean asked;
  private boolean promoting;
  private Subscription subscription;
  private KeptSubscription promoted;
  private Future<?> patience;

  /**
   * Creates the subscriber for the body of a response.
   *
   * @param promotion makes the application's own subscriber, which takes over if there is more than
   *     is kept; null to drop the connection then
   */
  KeptBody(ResponseInfo info, Call call, Supplier<BodySubscriber<T>> promotion) {
    this.info = info;
    this.call = call;
    this.promotion = promotion;
    this.promotes = promotion != null;
    this.kept = new KeptPieces(call.policy().drainBytes());
    this.dropsAfter = call.keepsConnection() ? -1 : KeptPieces.lengthOnItsOwnConnection(info);
  }

  synchronized boolean isComplete() {
    return kept.complete;
  }

  /** Delivers what was kept to another subscriber, as the client would have done. */
  CompletionStage<T> replayTo(BodySubscriber<T> subscriber) {
    CompletableFuture<T> replayed = new CompletableFuture<>();
    KeptSubscription replay;
    synchronized (this) {
      replay = kept.allTo(subscriber, replayed);
    }
    return KeptPieces.begin(replay, subscriber, replayed);
  }

  @Override
  public CompletionStage<T> getBody() {
    return body;
  }

  /** Must not throw, because the client would then never complete the body's future. */
  @Override
  public void onSubscribe(Subscription started) {
    try {
      synchronized (this) {
        subscription = started;
      }
      if (dropsIfWhole()) {
        return;
      }
      synchronized (this) {
        // Promoting runs the application's code, which must not run on the timer's thread.
        Timer timer = call.timer();
        Runnable end = promotes ? () -> timer.start(this::promote) : this::giveUp;
        patience = call.onDrainTimeout(end);
      }
      askForMore();
    } catch (Throwable fault) { // The process may be unable to start the timer's thread.
      lost(fault);
    }
  }

  /** Called when no more of the body can be kept because of an internal fault. */
  private void lost(Throwable fault) {
    Call watched = call;
    if (watched != null) {
      watched.fault("given-up response", fault);
    }
    if (promotes) {
      promote();
    } else {
      giveUp();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    KeptSubscription next;
    synchronized (this) {
      if (ended) {
        return;
      }
      next = promoted;
      if (next == null) {
        asked = false;
        kept.add(buffers);
        if (promoting) {
          return;
        }
      }
    }
    if (next != null) {
      next.next(buffers);
    } else if (dropsIfWhole()) {
      return;
    } else if (kept.bytes.size <= kept.limit) {
      askForMore();
    } else if (promotes) {
      promote();
    } else {
      giveUp();
    }
  }

  private void askForMore() {
    try {
      synchronized (this) {
        asked = true;
      }
      subscription.request(1);
    } catch (Throwable fault) {
      lost(fault);
    }
  }

  /** Continues with the application's subscriber, on any thread, while more may arrive. */
  private void promote() {
    synchronized (this) {
      if (ended || promoting) {
        return;
      }
      promoting = true;
    }
    Supplier<BodySubscriber<T>> applications = promotion;
    release();
    try {
      BodySubscriber<T> next = applications.get();
      Throwable thrown = join(next).begin();
      if (thrown != null) {
        throw thrown;
      }
      KeptPieces.relay(next.getBody(), body);
    } catch (Throwable thrown) { // From the application's body handler.
      body.completeExceptionally(thrown);
      giveUp();
    }
  }

  private synchronized KeptSubscription join(BodySubscriber<T> next) {
    KeptSubscription joined = kept.to(next, subscription, asked ? 1 : 0, body);
    promoted = joined;
    return joined;
  }

  /**
   * Ends the body of a call that the application has cancelled. The client's exchange must not be
   * ended instead: it gives the connection back to the pool some time before its future is done,
   * and would close it even if another call uses it by then (rule 1.5).
   *
   * @return false if the exchange must be ended instead, because the application's own subscriber
   *     gets the body or the client has not begun to read it
   */
  boolean stop() {
    synchronized (this) {
      if (promoting || subscription == null) {
        return false;
      }
    }
    giveUp();
    return true;
  }

  private void giveUp() {
    if (end()) {
      try {
        try {
          release();
        } finally {
          subscription.cancel();
        }
      } finally {
        body.complete(null);
      }
    }
  }

  /**
   * Drops the connection of a complete body before the client notices that it is complete: a retry
   * that cannot be repeated must not use a connection that its server may be about to close (rule
   * 8.3).
   */
  private boolean dropsIfWhole() {
    synchronized (this) {
      if (kept.bytes.size != dropsAfter || ended || promoting) {
        return false;
      }
      kept.complete = true;
      ended = true;
    }
    try {
      release();
    } finally {
      body.complete(null); // Completed before the client learns that nobody reads any more.
      subscription.cancel();
    }
    return true;
  }

  private synchronized boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  @Override
  public void onError(Throwable thrown) {
    KeptSubscription next;
    synchronized (this) {
      next = promoted;
      kept.broken = thrown;
      if (next == null && promoting) {
        return;
      }
    }
    if (next != null) {
      next.fail(thrown);
    } else if (end()) {
      try {
        release();
      } finally {
        body.complete(null); // The body is discarded, so how it broke off is ignored (rule 2.2).
      }
    }
  }

  @Override
  public void onComplete() {
    KeptSubscription next;
    synchronized (this) {
      next = promoted;
      if (ended) {
        return;
      }
      kept.complete = true;
      if (next == null && promoting) {
        return;
      }
      ended = next == null;
    }
    if (next != null) {
      next.complete();
    } else {
      try {
        release();
      } finally {
        body.complete(null);
      }
    }
  }

  /** Releases what was needed for the decision, which is now final. */
  private void release() {
    Future<?> pending = patience;
    if (pending != null) {
      pending.cancel(false);
    }
    call = null;
    promotion = null;
  }
}
