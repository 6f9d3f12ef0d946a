package io.redial.client.jdk;

import io.redial.policy.stream.StreamPlan.Next;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/**
 * The body of the application's own response, as the client delivers it to a {@code ResumableBody}.
 * Nothing of it is read before the client has given the response out, because up to then a cut ends
 * the call in the client.
 */
final class FirstSource<T> implements BodySubscriber<T> {
  private static final boolean REPORTS_HTTP_2 = Runtime.version().feature() >= 17;

  /** The body that it is the first part of. */
  interface Body {
    /** Its first bytes can be asked for from there. */
    void begins(Subscription from);

    /** They may be asked for now. */
    void asksFirst();

    /** Takes bytes, and says what is to be done with their source. */
    Next take(List<ByteBuffer> piece);

    /** Their source is of no use any more, as they have shown. */
    void leave();

    /** It has broken off. */
    void cut(Throwable cut);

    /** It has come to its end. */
    void sourceEnded();

    /** The call ends, and the body with it. */
    void fail(Throwable thrown);

    /** Whether the application's own code failed. */
    boolean threw();
  }

  private final Body body;

  // Guarded by this.
  private boolean held = true;

  /** The client may tell of the end of an HTTP/2 stream twice. */
  private boolean ended;

  /** How the body ended before the client had given its response out, or null. */
  private Runnable heldBack;

  FirstSource(Body body) {
    this.body = body;
  }

  /**
   * Whether the client always tells a body's subscriber of its end, so that the body can go on. Up
   * to Java 16, a lost HTTP/2 connection is sometimes not reported, and the call of the rest would
   * wait for ever. No test covers HTTP/3.
   */
  static boolean endIsReported(Version version) {
    return version == Version.HTTP_1_1 || (version == Version.HTTP_2 && REPORTS_HTTP_2);
  }

  /**
   * For the client the body is there at once: otherwise it would end the call when its own
   * connection breaks. The application's is {@code ResumableBody.applications}.
   */
  @Override
  public CompletionStage<T> getBody() {
    return CompletableFuture.completedFuture(null);
  }

  /** Whether the client may still end the call by itself, and nothing of the body was read. */
  synchronized boolean isHeld() {
    return held;
  }

  /**
   * The client has given its response out, so that a cut is no longer the end of the call: from now
   * on the body is read, and goes on.
   */
  void release() {
    Runnable end;
    synchronized (this) {
      held = false;
      end = heldBack;
    }
    if (end != null) {
      end.run();
    } else {
      body.asksFirst();
    }
  }

  /** The client has ended the call by itself instead. */
  void clientFailed(Throwable thrown) {
    if (isHeld()) {
      body.fail(thrown);
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    body.begins(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> piece) {
    if (isEnded()) {
      return; // A client may go on with what it has read.
    }
    if (body.take(piece) != Next.READ) {
      synchronized (this) {
        ended = true;
      }
      body.leave();
    }
  }

  @Override
  public void onError(Throwable thrown) {
    end(() -> body.cut(thrown));
  }

  @Override
  public void onComplete() {
    end(body::sourceEnded);
  }

  private synchronized boolean isEnded() {
    return ended;
  }

  private void end(Runnable end) {
    synchronized (this) {
      if (ended && !body.threw()) {
        return; // It may also end because the application failed at its end.
      }
      ended = true;
      if (held && !body.threw()) {
        heldBack = end;
        return;
      }
    }
    end.run();
  }
}
