package io.redial.client.jdk;

import io.redial.kernel.BodyStore;
import io.redial.kernel.ReplayableBody;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.Flow.Subscriber;
import java.util.concurrent.Flow.Subscription;

/**
 * The only subscription to the application's publisher. It copies the body and passes it to the
 * feed of the attempt under way. Its monitor also guards the state of its feeds; no foreign code is
 * called while it is held.
 */
final class BodyTap extends ReplayableBody implements Subscriber<ByteBuffer> {
  /**
   * Buffers that did not fit into the copy, for the present feed; once there are any, no other feed
   * follows.
   */
  private Deque<ByteBuffer> tail;

  private Subscription upstream;
  private long outstanding;
  volatile Throwable failure;

  /** Whether the application's publisher was subscribed to. */
  volatile boolean isAsked;

  private boolean subscribed;

  BodyTap(BodyStore copy) {
    super(copy);
  }

  /**
   * Returns a feed for another subscriber, or null if the subscriber must get the publisher itself.
   */
  BodyFeed open(Subscriber<? super ByteBuffer> subscriber) {
    BodyFeed fenced;
    BodyFeed opened;
    synchronized (this) {
      // A body that has outgrown its copy can still be sent by an attempt that was decided on
      // before.
      if (committed || (tail != null && current != null)) {
        return null;
      }
      fenced = (BodyFeed) current;
      opened = new BodyFeed(this, subscriber, !subscribed);
      begin(opened);
      subscribed = true;
    }
    if (fenced != null) {
      fenced.fence();
    }
    return opened;
  }

  @Override
  public synchronized boolean repeatable() {
    return tail == null && super.repeatable();
  }

  /** Whether the application's publisher failed, which no retry can mend. */
  synchronized boolean hasFailed() {
    return failure != null;
  }

  /**
   * Stops the attempt that is given up on. It gets nothing more, and the rest is for the next one.
   */
  void freeze() {
    BodyFeed fenced;
    synchronized (this) {
      fenced = (BodyFeed) current;
      fence();
    }
    if (fenced != null) {
      fenced.fence();
    }
  }

  /** No attempt follows: frees the copy, and cancels the publisher unless it is being read. */
  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // The publisher is called outside.
  public void commit() {
    Subscription unread = null;
    synchronized (this) {
      if (committed) {
        return;
      }
      committed = true;
      boolean read = current != null && !((BodyFeed) current).isFinished();
      Deque<ByteBuffer> rest = new ArrayDeque<>();
      if (read) {
        BodyFeed feed = (BodyFeed) current;
        for (ByteBuffer left = taken(feed); left != null; left = taken(feed)) {
          rest.add(left);
        }
        feed.skipCopy(); // Even if something fails from here on, it reads nothing twice.
      } else if (!ended && failure == null) {
        unread = upstream;
      }
      if (tail != null) {
        rest.addAll(tail);
      }
      tail = rest;
      free();
    }
    if (unread != null) {
      unread.cancel();
    }
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    BodyFeed feed;
    synchronized (this) {
      upstream = subscription;
      feed = (BodyFeed) current;
    }
    if (feed != null) {
      try {
        feed.drain();
      } catch (Throwable brokenOff) {
        feed.brokeOff(brokenOff);
      }
    }
  }

  @Override
  public void onNext(ByteBuffer buffer) {
    Objects.requireNonNull(buffer); // As the client's own subscriber does.
    BodyFeed feed;
    synchronized (this) {
      outstanding--;
      boolean copied = false;
      try {
        copied = tail == null && isCopied(buffer);
      } catch (Throwable fault) {
        copied = false; // Treated as a buffer that does not fit.
      }
      if (!copied) {
        tail = tail == null ? new ArrayDeque<>() : tail;
        tail.add(buffer);
      }
      feed = (BodyFeed) current;
    }
    if (feed != null) {
      try {
        feed.drain();
      } catch (Throwable brokenOff) {
        feed.brokeOff(brokenOff);
      }
    }
  }

  private boolean isCopied(ByteBuffer buffer) {
    return offer(buffer, null);
  }

  /** Records that the publisher threw; its caller gets that exception, too. */
  synchronized void failed(Throwable thrown) {
    failure = thrown;
    failed = true;
  }

  @Override
  public void onError(Throwable thrown) {
    BodyFeed feed;
    synchronized (this) {
      failure = thrown;
      failed = true;
      feed = (BodyFeed) current;
    }
    if (feed != null) {
      try {
        feed.drain();
      } catch (Throwable brokenOff) {
        feed.brokeOff(brokenOff);
      }
    }
  }

  @Override
  public void onComplete() {
    BodyFeed feed;
    synchronized (this) {
      ended = true;
      feed = (BodyFeed) current;
    }
    if (feed != null) {
      try {
        feed.drain();
      } catch (Throwable brokenOff) {
        feed.brokeOff(brokenOff);
      }
    }
  }

  // Called by the feeds, which hold the monitor.

  /** Returns the next buffer for a feed, or null if the publisher has not produced it yet. */
  ByteBuffer buffer(BodyFeed feed) {
    ByteBuffer piece = taken(feed);
    if (piece != null || tail == null) {
      return piece;
    }
    free(); // The body has outgrown the copy, and its reader is past it (rule 6.4).
    return tail.poll();
  }

  private ByteBuffer taken(BodyFeed feed) {
    ByteBuffer piece = copied(feed);
    if (piece == null) {
      return null;
    }
    ByteBuffer given = piece.asReadOnlyBuffer();
    piece.position(piece.limit());
    return given;
  }

  /** Whether the next buffer for a feed has already arrived. */
  boolean hasMore(BodyFeed feed) {
    return hasPiece(feed) || (tail != null && !tail.isEmpty());
  }

  boolean isComplete() {
    return ended;
  }

  Throwable failure() {
    return failure;
  }

  Subscription upstream() {
    return upstream;
  }

  /**
   * Returns how many more buffers to request from the publisher to meet the demand, and counts them
   * as requested.
   */
  long toAsk(long demand) {
    long more = upstream == null ? 0 : demand - outstanding;
    if (more > 0) {
      outstanding += more;
    }
    return Math.max(0, more);
  }

  /** Whether nobody reads the rest of the body if that feed stops. */
  boolean isLast(BodyFeed feed) {
    return feed == current && (committed || tail != null);
  }
}
