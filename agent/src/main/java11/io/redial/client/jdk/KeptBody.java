package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.call.Timer;
import java.io.IOException;
import java.net.http.HttpClient;
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
  private final boolean promotes;
  private final long drainBytes;

  /**
   * Null, like the next one, as soon as they are of no more use: up to Java 11 the client's
   * response holds this for as long as the application keeps its body.
   */
  private volatile Call call;

  private volatile Supplier<BodySubscriber<T>> promotion;

  /** The length after which the connection is dropped, before the client can keep it; or -1. */
  private final long dropsAfter;

  private final List<ByteBuffer> kept = new ArrayList<>();
  private final CompletableFuture<T> body = new CompletableFuture<>();
  private long size;
  private boolean complete;
  private boolean ended;
  private boolean asked;
  private boolean promoting;
  private Throwable broken;
  private Subscription subscription;
  private KeptSubscription promoted;
  private Future<?> patience;

  private KeptBody(ResponseInfo info, Call call, Supplier<BodySubscriber<T>> promotion) {
    this.info = info;
    this.call = call;
    this.promotion = promotion;
    this.promotes = promotion != null;
    this.drainBytes = call.policy().drainBytes();
    this.dropsAfter = call.keepsConnection() ? -1 : lengthOnItsOwnConnection(info);
  }

  /** Of HTTP/2 a connection belongs to others, too; of a chunked body the end shows too late. */
  private static long lengthOnItsOwnConnection(ResponseInfo info) {
    return info.version() == HttpClient.Version.HTTP_1_1
        ? info.headers().firstValueAsLong("Content-Length").orElse(-1)
        : -1;
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

  /** Why there is no more of it. */
  private synchronized Throwable broken() {
    return broken != null ? broken : new IOException("the rest of the response was discarded");
  }

  /** Gives what was kept to another subscriber, as the client would have done. */
  CompletionStage<T> replayTo(BodySubscriber<T> subscriber) {
    KeptSubscription replay = new KeptSubscription(subscriber, kept, null, 0);
    if (isComplete()) {
      replay.complete();
    } else {
      replay.fail(broken());
    }
    Throwable applications = replay.begin();
    return applications == null
        ? subscriber.getBody()
        : CompletableFuture.failedFuture(applications);
  }

  @Override
  public CompletionStage<T> getBody() {
    return body;
  }

  /** Throws nothing: the client would leave the body's future open for ever. */
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
        // What is promoted is the application's code, which is not for the timer's thread.
        Timer timer = call.timer();
        Runnable end = promotes ? () -> timer.start(this::promote) : this::giveUp;
        patience = call.whenPatienceEnds(end);
      }
      ask();
    } catch (Throwable fault) { // The process can have no thread for the timer, perhaps.
      lost(fault);
    }
  }

  private void ask() {
    synchronized (this) {
      asked = true;
    }
    subscription.request(1);
  }

  /** No more of the body can be kept. */
  private void lost(Throwable fault) {
    Call its = call;
    if (its != null) {
      its.fault("given-up response", fault);
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
        kept.addAll(buffers);
        for (ByteBuffer buffer : buffers) {
          size += buffer.remaining();
        }
        if (promoting) {
          return;
        }
      }
    }
    if (next != null) {
      next.next(buffers);
    } else if (dropsIfWhole()) {
      return;
    } else if (size <= drainBytes) {
      askForMore();
    } else if (promotes) {
      promote();
    } else {
      giveUp();
    }
  }

  private void askForMore() {
    try {
      ask();
    } catch (Throwable fault) {
      lost(fault);
    }
  }

  /** Goes on with the application's subscriber, on whatever thread, while more may come. */
  private void promote() {
    synchronized (this) {
      if (ended || promoting) {
        return;
      }
      promoting = true;
    }
    Supplier<BodySubscriber<T>> applications = promotion;
    letGo();
    try {
      BodySubscriber<T> next = applications.get();
      Throwable thrown = join(next).begin();
      if (thrown != null) {
        throw thrown;
      }
      next.getBody().handle(this::finish).exceptionally(this::failBody);
    } catch (Throwable thrown) { // Of the application's body handler.
      body.completeExceptionally(thrown);
      giveUp();
    }
  }

  private synchronized KeptSubscription join(BodySubscriber<T> next) {
    KeptSubscription joined = new KeptSubscription(next, kept, subscription, asked ? 1 : 0);
    if (complete) {
      joined.complete();
    } else if (broken != null) {
      joined.fail(broken);
    }
    promoted = joined;
    return joined;
  }

  private Void finish(T value, Throwable thrown) {
    if (thrown == null) {
      body.complete(value);
    } else {
      body.completeExceptionally(thrown);
    }
    return null;
  }

  private Void failBody(Throwable fault) {
    body.completeExceptionally(fault);
    return null;
  }

  private void giveUp() {
    if (end()) {
      try {
        try {
          letGo();
        } finally {
          subscription.cancel();
        }
      } finally {
        body.complete(null);
      }
    }
  }

  /**
   * The retry must not be risked on a connection that its server may be about to close: of a whole
   * body the connection is dropped before the client gets to know that it is whole (rule 8.3).
   */
  private boolean dropsIfWhole() {
    synchronized (this) {
      if (size != dropsAfter || ended || promoting) {
        return false;
      }
      complete = true;
      ended = true;
    }
    try {
      letGo();
    } finally {
      body.complete(null); // Before the client learns that its reader wants no more.
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
      broken = thrown;
      if (next == null && promoting) {
        return;
      }
    }
    if (next != null) {
      next.fail(thrown);
    } else if (end()) {
      try {
        letGo();
      } finally {
        body.complete(null); // Nobody wants this body: how it broke off is ignored (rule 2.2).
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
      complete = true;
      if (next == null && promoting) {
        return;
      }
      ended = next == null;
    }
    if (next != null) {
      next.complete();
    } else {
      try {
        letGo();
      } finally {
        body.complete(null);
      }
    }
  }

  /** Nothing is decided any more. */
  private void letGo() {
    Future<?> pending = patience;
    if (pending != null) {
      pending.cancel(false);
    }
    call = null;
    promotion = null;
  }
}
