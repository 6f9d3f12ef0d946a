package io.redial.client.apache5;

import java.io.IOException;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;

/**
 * The application's consumer of a {@link ResumableConsumer}. It receives one signal at a time and
 * its end once, whatever threads the body comes from. Thread-safe.
 */
final class ApplicationConsumer<T> {
  /** A call of one of the consumer's methods. */
  interface Signal<E extends Exception> {
    void send() throws IOException, E;
  }

  final AsyncResponseConsumer<T> consumer;
  private final HttpOutcome<T> call;

  /** Whether the consumer itself has thrown an exception. */
  volatile boolean threw;

  /**
   * Whether the consumer was notified of the end of the body, or is being notified at this moment.
   */
  private volatile boolean complete;

  /** Whether the consumer's own code is running, so that what is thrown now comes from it. */
  private volatile boolean runs;

  /** Whether the consumer was notified of a failure. */
  private volatile boolean toldFailure;

  /**
   * What the consumer threw when it was notified of a failure or released. This no longer changes
   * the outcome.
   */
  volatile Throwable thrownAtEnd;

  /** Whether a release by the client is held back, because the client may report a failure next. */
  private volatile boolean heldRelease;

  // Guarded by this.
  private boolean busy;
  private boolean ended;
  private Runnable late;

  ApplicationConsumer(HttpOutcome<T> call) {
    this.consumer = call.consumer;
    this.call = call;
  }

  /** Sends a signal to the consumer, unless its end was sent already. */
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

  /** Returns the consumer whose method a signal is about to call, and notes that its code runs. */
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

  /** Notifies the consumer that the body is complete. */
  void complete(List<? extends Header> trailers) throws HttpException, IOException {
    tell(
        () -> {
          AsyncResponseConsumer<T> entered = enter();
          complete = true;
          entered.streamEnd(trailers);
        });
  }

  /**
   * Returns whether the consumer itself has thrown an exception, so that the connection is not to
   * blame.
   */
  boolean threw() {
    return threw;
  }

  /** Returns whether the consumer gets no more signals, or has the whole body. */
  synchronized boolean isEnded() {
    return ended || complete;
  }

  /**
   * Notifies the consumer of the failure of a resumed body, in the order in which the client would
   * have done so.
   *
   * @param thrownOrNull the failure, or null for a client that does not report it to the consumer
   *     and only releases the consumer after its future has failed
   * @param then reports the failure to the future
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
      if (!complete || threw) { // Otherwise, it has the body, and only its result is missing.
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

  /** Notifies the consumer of a failure that the client reports. */
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
   * Ends the consumer after an internal fault, which may have interrupted a signal. A consumer that
   * was notified of its end already is only released.
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

  /**
   * Returns whether the client has released the consumer without the consumer being notified yet.
   */
  boolean isReleaseHeld() {
    return heldRelease;
  }

  /** Holds back a release by the client, which may be about to report a cut. */
  void holdRelease() {
    heldRelease = true;
  }

  /** Releases the consumer if its release was held back, because nothing follows the cut. */
  void releaseHeld() {
    if (heldRelease) {
      heldRelease = false;
      release();
    }
  }

  /** Releases the consumer, once. */
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
