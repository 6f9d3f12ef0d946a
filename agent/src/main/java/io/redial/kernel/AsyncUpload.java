package io.redial.kernel;

import io.redial.kernel.Upload.Cursor;
import java.io.IOException;

/**
 * The application's producer over the attempts of a call. One that the client can repeat begins
 * again between two attempts, as the client's own retry layer has it. Any other is copied, and if
 * the client releases producers, released once, when no attempt follows.
 *
 * <p>The next attempt begins only when the producer has returned, so that a late attempt cannot
 * affect the next one. The producer is not called under the monitor, because it may wait for a lock
 * that is held by the thread which cancels the call. What it throws goes to whoever called it.
 */
public final class AsyncUpload<K, W> {
  private volatile UploadSource<K, W> source;

  /** Null if the client repeats the body itself. */
  private final AsyncReplay<K, W> replay;

  private Upload<K, W> current;

  /** The number of calls of the producer that the next attempt must not meet. */
  private int uses;

  private boolean committed;

  /** Whether a failure of the attempt under way may not be the call's although it is committed. */
  private boolean isDeferring;

  private boolean closed;

  /** Whether the client has released a producer that is copied, in this attempt. */
  private boolean releasedInAttempt;

  /** Whether it has in any attempt. */
  private boolean releasedByClient;

  private boolean released;

  /** The failure of the attempt under way, of which the producer was not notified yet. */
  private Exception failure;

  /**
   * Creates a body of which nothing was sent yet.
   *
   * @param replay copies it; null if the source can begin again
   */
  public AsyncUpload(UploadSource<K, W> source, AsyncReplay<K, W> replay) {
    this.source = source;
    this.replay = replay;
  }

  /** Returns whether one more attempt can send the same bytes. */
  public boolean repeatable() {
    return replay == null || replay.state.repeatable();
  }

  // What becomes of the call.

  /**
   * Begins the next attempt. The one before gets nothing more, and its signals are ignored.
   *
   * @return whether the producer has to begin again
   */
  public synchronized boolean begin(Upload<K, W> next) {
    current = next;
    failure = null;
    releasedInAttempt = false;
    if (replay != null) {
      next.cursor = new Cursor<>();
      replay.state.begin(next.cursor);
    }
    awaitUses();
    boolean begins = replay == null && source.isUsed;
    source.isUsed &= !begins;
    return begins;
  }

  private void awaitUses() {
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

  /** Replaces a source that is not copied, because it cannot begin again by itself. */
  public void continuesWith(UploadSource<K, W> next) {
    source = next;
  }

  /** Whether the producer is at work, perhaps for an attempt that is over. */
  public synchronized boolean isProducing() {
    return uses > 0 || (replay != null && replay.state.isProducing());
  }

  /** Cuts off the attempt under way, because it is given up on. */
  public void fence() {
    if (replay != null) {
      replay.state.fence();
    }
  }

  /** Notes that no attempt follows. The one under way may still send. */
  public void commit() {
    synchronized (this) {
      committed = true;
    }
    if (replay != null) {
      replay.state.commit();
    }
    releaseIfDue();
  }

  /** Notes that the response may be resumed after a cut, which is then not the call's failure. */
  public synchronized void deferFailure() {
    isDeferring = true;
  }

  /** Notifies the producer of the call's failure, if the client would have done so. */
  public void fail() {
    Exception cause;
    synchronized (this) {
      cause = released ? null : failure;
      failure = null;
    }
    if (cause != null) {
      source.failed(cause);
    }
  }

  /**
   * Ends the call: releases the producer if the client has released it in an attempt, or if no
   * attempt has begun.
   */
  public void close() {
    commit();
    synchronized (this) {
      closed = true;
    }
    releaseIfDue();
  }

  /** Frees the copy, because the call is over. An attempt that is past it may still send. */
  public void forget() {
    if (replay != null) {
      replay.forget();
    }
  }

  private void releaseIfDue() {
    synchronized (this) {
      boolean due = closed ? releasedByClient || current == null : committed && releasedInAttempt;
      if (released || !due) {
        return;
      }
      released = true;
    }
    if (replay != null) {
      replay.close(); // Whoever reads the copy now must not take its end for the end of the body.
    }
    release();
  }

  private void release() {
    try {
      source.reset();
    } catch (IOException thrown) {
      throw Exceptions.sneakyThrow(thrown);
    }
  }

  // What the client does.

  /** Returns how much an attempt can send. */
  public int available(Upload<K, W> by) {
    if (isSentAgain(by)) {
      return 1;
    }
    int known = replay == null ? -1 : replay.state.available(by);
    return known < 0 ? source.available() : known;
  }

  /** Called when a connection takes output. */
  public void produce(Upload<K, W> by, K sink, W wake) throws IOException {
    if (isSentAgain(by)) {
      rewind(by);
    }
    if (replay != null) {
      synchronized (this) {
        releasedInAttempt &= by != current;
      }
      replay.produce(by, sink, wake);
      return;
    }
    if (!enter(by)) {
      throw Exceptions.sneakyThrow(source.sink().replaced());
    }
    UploadSource<K, W> asked = source;
    K watched = asked.watched(sink);
    IOException broken;
    try {
      asked.produce(watched, wake);
    } finally {
      leave();
      broken = asked.broken(watched);
    }
    if (broken != null) {
      throw broken;
    }
  }

  /** Returns whether an attempt may call the producer, which {@link #leave} then has to follow. */
  private synchronized boolean enter(Upload<K, W> by) {
    uses += by == current ? 1 : 0;
    return by == current;
  }

  private synchronized void leave() {
    uses--;
    notifyAll();
  }

  /** Called when the client reports that an attempt has failed. */
  public void failed(Upload<K, W> by, Exception cause) {
    synchronized (this) {
      if (by != current) {
        return;
      }
      if (!committed || isDeferring) {
        failure = cause;
        return;
      }
    }
    source.failed(cause);
  }

  /**
   * Called when the client's own retry layer has decided to send the request again. Up to 5.0, the
   * client does not release the producer first. A request for output after the end proves nothing:
   * it also happens when a thread other than the client's ends the body.
   */
  public void willBeSentAgain(Upload<K, W> by) {
    if (replay != null) {
      boolean isSentAgain = replay.state.isEndReported(by) && source.isRepeatable();
      by.cursor.isSentAgain = isSentAgain;
    }
  }

  private boolean isSentAgain(Upload<K, W> by) {
    return replay != null && by.cursor.isSentAgain;
  }

  /** Called when the client has released the producer. */
  public void released(Upload<K, W> by) {
    boolean isCurrent = enter(by);
    try {
      if (isCurrent && replay == null) {
        source.isUsed = false;
        release();
      } else if (isCurrent && !isCommitted() && source.isRepeatable()) {
        rewind(by); // The client may send the body again.
      }
    } finally {
      synchronized (this) {
        releasedByClient |= replay != null;
        releasedInAttempt |= replay != null && isCurrent;
      }
      if (isCurrent) {
        leave();
      }
    }
    releaseIfDue();
  }

  /** Whether no attempt follows. */
  public synchronized boolean isCommitted() {
    return committed;
  }

  /** Makes the client read the body from its beginning next. */
  private void rewind(Upload<K, W> by) {
    by.cursor.isSentAgain = false;
    if (!enter(by)) {
      return;
    }
    try {
      if (!replay.state.rewind(by)) {
        release();
      }
    } finally {
      leave();
    }
  }

  /**
   * Called when the client is done with the body of an attempt, or is to send it again. A producer
   * that was asked begins again, and is no longer copied then unless all of it is in the copy.
   */
  public void reset(Upload<K, W> by) throws IOException {
    synchronized (this) {
      if (by != current) {
        return;
      }
      if (replay != null) {
        replay.state.startAgain(by, source.isUsed);
      }
      if (!source.isUsed) {
        return;
      }
      source.isUsed = false;
    }
    source.reset();
  }
}
