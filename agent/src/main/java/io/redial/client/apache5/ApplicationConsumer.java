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
  private volatile boolean threw;
  private volatile boolean complete;

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
      threw = true;
      throw thrown;
    } finally {
      told();
    }
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
          complete = true;
          consumer.streamEnd(trailers);
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
        passFailure(thrownOrNull);
      }
    } catch (Throwable applications) {
      call.applications = applications;
      throw applications;
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
    consumer.failed(thrown);
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
      consumer.releaseResources();
    }
  }
}
