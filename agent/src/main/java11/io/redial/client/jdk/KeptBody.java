package io.redial.client.jdk;

import io.redial.call.Call;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * The body of a response that is given up on: read up to {@code drain} bytes so that the connection
 * can be used again, and kept until the next attempt (rule 8). What is longer or slower than that
 * ends the connection, or, where it is not yet known whether the response counts, goes to the
 * application after all (rule 2.11).
 */
final class KeptBody<T> implements BodySubscriber<T> {
  private final ResponseInfo info;
  private final Call call;
  private final Supplier<BodySubscriber<T>> promotion;
  private final List<ByteBuffer> kept = new ArrayList<>();
  private final CompletableFuture<T> body = new CompletableFuture<>();
  private long size;
  private boolean complete;
  private boolean ended;
  private Throwable broken;
  private Subscription subscription;
  private BodySubscriber<T> promoted;
  private Future<?> patience;

  private KeptBody(ResponseInfo info, Call call, Supplier<BodySubscriber<T>> promotion) {
    this.info = info;
    this.call = call;
    this.promotion = promotion;
  }

  /** Keeps that much and drops the connection if there is more. */
  static <T> KeptBody<T> upTo(ResponseInfo info, Call call) {
    return new KeptBody<>(info, call, null);
  }

  /** Keeps that much and goes on to the promoted subscriber if there is more. */
  static <T> KeptBody<T> until(
      ResponseInfo info, Call call, Supplier<BodySubscriber<T>> promotion) {
    return new KeptBody<>(info, call, promotion);
  }

  ResponseInfo info() {
    return info;
  }

  synchronized boolean isComplete() {
    return complete;
  }

  /** What the client said when the body broke off, or null. */
  private synchronized Throwable broken() {
    return broken;
  }

  /** Gives what was kept to another subscriber, as the client would have done. */
  CompletionStage<T> replayTo(BodySubscriber<T> subscriber) {
    subscriber.onSubscribe(new KeptSubscription(subscriber, kept, null, broken()));
    return subscriber.getBody();
  }

  @Override
  public CompletionStage<T> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription started) {
    synchronized (this) {
      subscription = started;
      if (promotion == null) {
        patience = call.whenPatienceEnds(this::giveUp);
      }
    }
    started.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    BodySubscriber<T> next;
    synchronized (this) {
      if (ended) {
        return;
      }
      next = promoted;
      if (next == null) {
        kept.addAll(buffers);
        for (ByteBuffer buffer : buffers) {
          size += buffer.remaining();
        }
      }
    }
    if (next != null) {
      next.onNext(buffers);
    } else if (size <= call.policy().drainBytes()) {
      subscription.request(1);
    } else if (promotion == null) {
      giveUp();
    } else {
      promote();
    }
  }

  private void promote() {
    BodySubscriber<T> next;
    try {
      next = promotion.get();
    } catch (RuntimeException | Error thrown) { // Of the application's body handler.
      body.completeExceptionally(thrown);
      giveUp();
      return;
    }
    synchronized (this) {
      promoted = next;
    }
    next.onSubscribe(new KeptSubscription(next, kept, subscription, null));
    next.getBody().whenComplete(this::finish);
  }

  private void finish(T value, Throwable thrown) {
    if (thrown == null) {
      body.complete(value);
    } else {
      body.completeExceptionally(thrown);
    }
  }

  private void giveUp() {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    subscription.cancel();
    stopPatience();
    body.complete(null);
  }

  @Override
  public void onError(Throwable thrown) {
    if (promoted != null) {
      promoted.onError(thrown);
    } else {
      synchronized (this) {
        broken = thrown;
      }
      giveUp(); // Nobody wants this body: how it broke off is ignored (rule 2.2).
    }
  }

  @Override
  public void onComplete() {
    if (promoted != null) {
      promoted.onComplete();
      return;
    }
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      complete = true;
    }
    stopPatience();
    body.complete(null);
  }

  private void stopPatience() {
    if (patience != null) {
      patience.cancel(false);
    }
  }
}
