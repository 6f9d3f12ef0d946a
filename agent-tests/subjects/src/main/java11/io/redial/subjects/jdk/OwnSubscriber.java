package io.redial.subjects.jdk;

import io.redial.subjects.InFlight;
import io.redial.subjects.Order;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A subscriber of an application's own, of the kind that is ordered. Whatever the kind, it fails
 * with an {@link AssertionError} if it gets more than it asked for, two signals at a time or one
 * after the last (Reactive Streams §1.1, §1.3, §1.7).
 */
final class OwnSubscriber implements BodySubscriber<byte[]> {
  private static final int LIMIT = 20_000;

  private final String kind;
  private final String key;
  private final URI tells;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final AtomicLong demand = new AtomicLong();
  private final AtomicInteger inside = new AtomicInteger();
  private final ExecutorService other =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "asks");
            thread.setDaemon(true);
            return thread;
          });
  private final CountDownLatch subscribed = new CountDownLatch(1);
  private volatile boolean ended;
  private volatile Subscription subscription;

  OwnSubscriber(String kind, Order order) {
    this.kind = kind;
    this.key = order.key();
    this.tells = URI.create(order.get("tells", ""));
  }

  /** A handler that makes such a subscriber, or one that is odd itself. */
  static BodyHandler<?> handler(String kind, Order order) {
    switch (kind) {
      case "download":
        return download();
      default:
        BodyHandler<byte[]> handler = info -> new OwnSubscriber(kind, order);
        return handler;
    }
  }

  private static BodyHandler<Path> download() {
    try {
      return BodyHandlers.ofFileDownload(
          Files.createTempDirectory("redial-subject"),
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    if (kind.equals("throws-outside")) {
      other.execute(this::askOutside);
    }
    return body;
  }

  private void askOutside() {
    try {
      subscribed.await();
      ask(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      violated("request() threw");
    }
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    subscribed.countDown();
    InFlight.offer(key, "cancel-body", this::cancel);
    switch (kind) {
      case "throws-at-once":
        throw new IllegalStateException("the application does not like the subscription");
      case "throws-outside":
        break;
      case "greedy":
        ask(Long.MAX_VALUE);
        ask(Long.MAX_VALUE);
        break;
      default:
        ask(1);
    }
  }

  private void cancel() {
    ended = true;
    subscription.cancel();
    body.complete(bytes.toByteArray());
  }

  private void ask(long n) {
    demand.accumulateAndGet(n, (old, more) -> old + more < 0 ? Long.MAX_VALUE : old + more);
    subscription.request(n);
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    enter();
    try {
      if (demand.getAndUpdate(old -> old == Long.MAX_VALUE ? old : old - 1) <= 0) {
        violated("more than was asked for");
      }
      for (ByteBuffer buffer : piece) {
        byte[] copy = new byte[buffer.remaining()];
        buffer.get(copy);
        bytes.write(copy, 0, copy.length);
      }
      goOn();
    } finally {
      inside.decrementAndGet();
    }
    if (kind.equals("tells-its-end")) {
      InFlight.offer(key, "has-" + bytes.size(), () -> {});
    }
  }

  private void goOn() {
    switch (kind) {
      case "throws-at-the-first":
      case "throws-outside":
        throw new IllegalStateException("the application does not like the beginning");
      case "throws":
        throwBeyondTheLimit(new IllegalStateException("the application does not like the body"));
        break;
      case "throws-lost":
        throwBeyondTheLimit(new UncheckedIOException(new SocketException("Connection reset")));
        break;
      case "cancels":
        if (bytes.size() > LIMIT) {
          cancel();
        } else {
          ask(1);
        }
        break;
      case "cancels-its-result":
        failResultBeyondTheLimit(new CancellationException());
        break;
      case "fails-its-result":
        failResultBeyondTheLimit(new GeneralSecurityException("the signature is wrong"));
        break;
      case "fails-its-result-nested":
        failResultBeyondTheLimit(
            new CompletionException(
                new CompletionException(new ExecutionException(new IllegalStateException("no")))));
        break;
      case "asks-for-nothing":
        if (bytes.size() > LIMIT) {
          subscription.request(0);
        } else {
          ask(1);
        }
        break;
      case "other-thread":
        other.execute(() -> ask(1));
        break;
      case "greedy":
        break;
      default:
        ask(1);
    }
  }

  private void throwBeyondTheLimit(RuntimeException thrown) {
    if (bytes.size() > LIMIT) {
      throw thrown;
    }
    ask(1);
  }

  private void failResultBeyondTheLimit(Exception thrown) {
    if (bytes.size() > LIMIT) {
      body.completeExceptionally(thrown);
    }
    ask(1);
  }

  @Override
  public void onError(Throwable thrown) {
    enter();
    end();
    if (kind.equals("tells-its-end") || kind.equals("tells-any-end")) {
      tell();
    }
    if (!kind.equals("silent")) {
      body.completeExceptionally(thrown);
    }
  }

  @Override
  public void onComplete() {
    enter();
    end();
    if (kind.equals("throws-at-the-end")) {
      throw new IllegalStateException("the application does not like the end");
    }
    if (kind.equals("tells-any-end")) {
      tell();
    }
    body.complete(bytes.toByteArray());
  }

  private void tell() {
    try {
      tells.toURL().openStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void end() {
    ended = true;
    inside.decrementAndGet();
    other.shutdown();
  }

  private void enter() {
    if (inside.incrementAndGet() != 1) {
      violated("two signals at a time");
    }
    if (ended && !kind.startsWith("cancels")) {
      violated("a signal after the last");
    }
  }

  private void violated(String how) {
    AssertionError error = new AssertionError(how + " (" + kind + ")");
    body.completeExceptionally(error);
    throw error;
  }
}
