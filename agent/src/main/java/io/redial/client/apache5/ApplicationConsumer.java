package io.redial.client.apache5;

import java.io.IOException;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;

/**
 * The application's consumer of a {@link ResumableConsumer}. It is told one thing at a time and its
 * end once, whatever threads the body comes from. Thread-safe.
 */
final class ApplicationConsumer<T> {
  /** What the consumer is told. */
  interface Signal<E extends Exception> {
    void send() throws IOException, E;
  }

  final AsyncResponseConsumer<T> consumer;
  private final HttpOutcome<T> call;

  /** Whether it failed itself. */
  volatile boolean threw;

  /** Whether it has all of the body, or nearly so. */
  private volatile boolean complete;

  /** Its own code runs: what is thrown now is its own. */
  private volatile boolean runs;

  /** It was told of a failure. */
  private volatile boolean toldFailure;

  /** What it threw when it was told of a failure or released, which changes nothing more. */
  volatile Throwable thrownAtEnd;

  /** The client released it before it reported the failure, or will do so at once. */
  private volatile boolean heldRelease;

  // Guarded by this.
  private boolean busy;
  private boolean ended;
  private Runnable late;

  ApplicationConsumer(HttpOutcome<T> call) {
    this.consumer = call.consumer;
    this.call = call;
  }

  /** Tells it something, unless it was told the end. */
  <E extends Exception> void tell(Signal<E> signal) throws IOException, E {
    synchronized (this) {
      if (ended) {
        return;
      }
      busy = true;
    }
    try {
      signal.send();
    } catch (Throwable thrown) {
      threw |= runs;
      throw thrown;
    } finally {
      runs = false;
      told();
    }
  }

  /** Its own code, within a signal. */
  AsyncResponseConsumer<T> enter() {
    AsyncResponseConsumer<T> entered = consumer;
    runs = true;
    return entered;
  }

  private void told() {
    Runnable end;
    synchronized (this) {
      busy = false;
      end = late;
      late = null;
    }
    if (end != null) {
      end.run();
    }
  }

  /** Tells it that the body is complete. */
  void complete(List<? extends Header> trailers) throws HttpException, IOException {
    tell(
        () -> {
          AsyncResponseConsumer<T> entered = enter();
          complete = true;
          entered.streamEnd(trailers);
        });
  }

  /** Whether it failed itself, so that the connection is not to blame. */
  boolean threw() {
    return threw;
  }

  /** Whether it is told nothing more, or has all of the body. */
  synchronized boolean isEnded() {
    return ended || complete;
  }

  /**
   * Tells it how a body that went on has failed, in the order in which the client would have done.
   *
   * @param thrownOrNull null for a client that only releases it, after it has told its future
   * @param then what follows
   */
  void fail(Exception thrownOrNull, Runnable then) {
    Runnable end = () -> end(thrownOrNull, then);
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      if (busy) {
        late = end;
        return;
      }
    }
    end.run();
  }

  private void end(Exception thrownOrNull, Runnable then) {
    if (thrownOrNull == null) {
      releaseAfter(then);
      return;
    }
    try {
      if (!complete || threw) { // Otherwise, only its result is not known yet.
        releaseHeld();
        toldFailure = true;
        consumer.failed(thrownOrNull);
      }
    } catch (Throwable thrown) {
      if (toldFailure) {
        call.applications = thrown;
      }
      throw thrown;
    } finally {
      try {
        release();
      } finally {
        then.run();
      }
    }
  }

  private void releaseAfter(Runnable then) {
    try {
      then.run();
    } finally {
      release();
    }
  }

  /** Tells it what the client reports. */
  void passFailure(Exception thrown) {
    releaseHeld();
    toldFailure = true;
    try {
      consumer.failed(thrown);
    } catch (Throwable original) {
      thrownAtEnd = original;
      throw original;
    }
  }

  /**
   * After a fault of Redial's, which may have left it half told: tells it its end if it has none.
   *
   * @param failure null for the body's orderly end
   */
  void endAfterFault(Exception failure) throws IOException, HttpException {
    boolean isOpen;
    synchronized (this) {
      ended = true;
      busy = false;
      late = null;
      isOpen = !complete && !toldFailure;
      toldFailure |= failure != null;
    }
    try {
      if (isOpen && failure == null) {
        complete = true;
        consumer.streamEnd(null);
      } else if (isOpen) {
        consumer.failed(failure);
      }
    } finally {
      if (call.consumerReleased.compareAndSet(false, true)) {
        consumer.releaseResources();
      }
    }
  }

  boolean isComplete() {
    return complete;
  }

  boolean knowsFailure() {
    return toldFailure;
  }

  /** Whether the client has released it, of which it has not been told. */
  boolean isReleaseHeld() {
    return heldRelease;
  }

  /** The client releases it, maybe because of a cut that it is about to report. */
  void holdRelease() {
    heldRelease = true;
  }

  /** That cut is the end. */
  void releaseHeld() {
    if (heldRelease) {
      heldRelease = false;
      release();
    }
  }

  /** Releases it, once. */
  void release() {
    if (call.consumerReleased.compareAndSet(false, true)) {
      try {
        consumer.releaseResources();
      } catch (Throwable original) {
        thrownAtEnd = original;
        throw original;
      }
    }
  }
}
