package io.redial.client.apache5;

import io.redial.call.Call;
import java.io.IOException;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/**
 * The application's producer over the attempts of a call. A producer that the client can repeat is
 * released between two attempts, as the client's own retry layer does. Any other is copied, and
 * released once, when no attempt follows. Thread-safe: the next attempt begins only when the
 * producer has returned, so that a late attempt cannot affect the next one. The producer is not
 * called under the monitor, because it may wait for a lock that is held by the thread which cancels
 * the call. What must happen in spite of an internal fault uses plain fields (rule 1.4).
 */
final class RequestBody {
  private final AsyncRequestProducer producer;

  /** The channel that copies the body; null if the client repeats the body itself. */
  final BodyTap tap;

  AttemptProducer current;
  private boolean used;

  /** The number of calls of the producer that have not returned. */
  private int uses;

  boolean committed;

  /**
   * Whether the response's body may be resumed after a cut, which is then not the call's failure.
   */
  volatile boolean responseMayGoOn;

  private boolean closed;

  /** Whether the client has released the producer in the attempt under way. */
  private boolean idle;

  /** Whether the client has released the producer in any attempt. */
  private boolean asked;

  private boolean released;

  /**
   * The failure of the attempt under way, of which the application's producer was not notified yet.
   */
  Exception failure;

  /** What the application's producer threw when it was released. */
  Throwable applications;

  RequestBody(CapturedRequest sent, Call call) {
    this.producer = sent.producer();
    this.tap = sent.tap(call);
  }

  /** Returns a reader of the copy, or null if the client repeats the body itself. */
  BodyReader newReader() {
    return tap == null ? null : new BodyReader(tap);
  }

  /** Begins the next attempt. The one before gets nothing more, and its signals are ignored. */
  void begin(AttemptProducer next) {
    boolean reset;
    synchronized (this) {
      current = next;
      failure = null;
      idle = false;
      if (tap != null) {
        tap.state().begin(next.reader());
      }
      awaitUses();
      reset = tap == null && used;
      used = false;
    }
    if (reset) {
      producer.releaseResources();
    }
  }

  private synchronized void awaitUses() {
    boolean interrupted = false;
    while (uses > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Cuts off the attempt under way, because it is given up on. */
  void fence() {
    if (tap != null) {
      tap.state().fence();
    }
  }

  /** Produces a body that the client repeats itself, for the attempt under way only. */
  void produce(AttemptProducer by, DataStreamChannel channel) throws IOException {
    boolean answer;
    synchronized (this) {
      answer = by == current;
      if (answer) {
        uses++;
        used = true;
      }
    }
    if (!answer) {
      BodyReader.refuse();
    }
    by.passedOn = true;
    try {
      producer.produce(channel);
    } finally {
      synchronized (this) {
        uses--;
        notifyAll();
      }
    }
  }

  /** Called when the client has released the producer. */
  void released(AttemptProducer by) {
    boolean answer;
    synchronized (this) {
      answer = by == current;
      if (answer) {
        uses++;
      }
    }
    try {
      if (tap != null) {
        releasedCopied(by, answer);
      } else if (answer) {
        synchronized (this) {
          used = false;
        }
        release(by);
      }
    } finally {
      if (answer) {
        synchronized (this) {
          uses--;
          notifyAll();
        }
      }
    }
    releaseIfDue();
  }

  private void release(AttemptProducer byOrNull) {
    if (byOrNull != null) {
      byOrNull.passedOn = true;
    }
    try {
      producer.releaseResources();
    } catch (Throwable original) {
      applications = original;
      throw original;
    }
  }

  /** Does the same as {@link #released} after an internal fault in it. */
  void releasedAfterFault(AttemptProducer by) {
    boolean answer;
    synchronized (this) {
      answer = by == current;
      asked = true;
      idle |= answer;
    }
    if (tap == null && answer && !by.passedOn) {
      producer.releaseResources();
    }
    try {
      releaseIfDue();
    } catch (Throwable another) {
      // The producer is released when the call ends.
    }
  }

  private void releasedCopied(AttemptProducer by, boolean answer) {
    if (answer && !isCommitted() && producer.isRepeatable()) {
      by.rewind(); // The client may send the body again.
    }
    synchronized (this) {
      asked = true;
      idle |= answer;
    }
  }

  private synchronized boolean isCommitted() {
    return committed;
  }

  /** Called when the client sends a part of the copied body. */
  synchronized void produces(AttemptProducer by) {
    if (by == current) {
      idle = false;
    }
  }

  /** Called when the client sends the body again within an attempt. */
  void rewind(AttemptProducer by) {
    synchronized (this) {
      if (by != current) {
        return;
      }
      uses++;
    }
    try {
      if (!tap.state().rewind(by.reader())) {
        producer.releaseResources();
      }
    } finally {
      synchronized (this) {
        uses--;
        notifyAll();
      }
    }
  }

  /** Notes that no attempt follows. The one under way may still send. */
  void commit() {
    synchronized (this) {
      committed = true;
    }
    if (tap != null) {
      tap.state().commit();
    }
    releaseIfDue();
  }

  /**
   * Notifies the application's producer of the call's failure, if the client would have done so.
   */
  void fail() {
    Exception cause;
    synchronized (this) {
      cause = released ? null : failure;
      failure = null;
    }
    if (cause != null) {
      producer.failed(cause);
    }
  }

  /**
   * Ends the call: releases the producer if the client has released it in an attempt, or if no
   * attempt has begun.
   */
  void close() {
    commit();
    synchronized (this) {
      closed = true;
    }
    releaseIfDue();
  }

  private void releaseIfDue() {
    synchronized (this) {
      boolean due = closed ? asked || current == null : committed && idle;
      if (released || !due) {
        return;
      }
      released = true;
    }
    release();
  }

  private void release() {
    try {
      if (tap != null) {
        tap.close(); // Whoever reads the copy now must not take its end for the end of the body.
      }
    } finally {
      release(current);
    }
  }
}
