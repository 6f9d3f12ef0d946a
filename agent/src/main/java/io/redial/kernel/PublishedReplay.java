package io.redial.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The body of a request that the application publishes in items, copied while it is first sent
 * (rules 6.1 to 6.5). The application's publisher is subscribed to once. Each attempt, and each
 * further subscription of the client's own (for a 307 or 401), gets the copy and then what the
 * publisher has not published yet, at its own pace.
 *
 * <p>Signals are given one at a time, whatever threads they come from, and never while the monitor
 * is held. What a subscriber or the publisher throws goes to whoever called it. A fault in the copy
 * is caught where it occurs: the attempt under way continues without it. Thread-safe.
 */
public final class PublishedReplay<K, U> extends ReplayableBody {
  private final PublishedExits<K, U> exits;
  private final Consumer<? super K> source;
  private final K tap;

  /**
   * Items that did not fit into the copy, for the present feed; once there are any, no other feed
   * follows.
   */
  private Deque<ByteBuffer> tail;

  private U upstream;
  private long outstanding;
  private Throwable failure;
  private boolean isSubscribed;

  /**
   * Creates a body of which nothing was sent yet.
   *
   * @param source the publisher's own method, which subscribes to it
   * @param tap makes what is subscribed to it
   */
  public PublishedReplay(
      BodyStore copy,
      PublishedExits<K, U> exits,
      Consumer<? super K> source,
      Function<? super PublishedReplay<K, U>, K> tap) {
    super(copy);
    this.exits = exits;
    this.source = source;
    this.tap = tap.apply(this);
  }

  /** Subscribes an attempt, or whoever sends the body again within it. */
  public void subscribe(K subscriber) {
    Feed<K, U> opened = new Feed<>(this, subscriber);
    boolean isMade = FaultBoundary.attempt(() -> opened.handle = exits.handle.apply(opened));
    Feed<K, U> before;
    boolean isFirst;
    boolean isOpen;
    synchronized (this) {
      before = feed();
      isFirst = !isSubscribed;
      // A body that has outgrown its copy can still be sent by an attempt that was decided on
      // before.
      isOpen = isMade && !committed && (tail == null || before == null);
      isSubscribed |= isOpen;
      failed |= !isMade;
      if (isOpen) {
        begin(opened);
      }
    }
    if (!isMade && !isFirst) {
      exits.begin.accept(subscriber, exits.none);
      exits.failed.accept(subscriber, new BodyFault());
    } else if (!isOpen) {
      source.accept(subscriber);
    } else {
      open(opened, before);
      if (isFirst) {
        subscribeToSource();
      }
    }
  }

  private void open(Feed<K, U> opened, Feed<K, U> before) {
    if (before != null) {
      before.fence();
    }
    exits.begin.accept(opened.subscriber, opened.handle);
    synchronized (this) {
      opened.isReady = true;
    }
    opened.run();
  }

  private void subscribeToSource() {
    use(() -> source.accept(tap));
  }

  /** Calls a method of the publisher's. */
  private void use(Runnable step) {
    try {
      step.run();
    } catch (Throwable thrown) {
      publisherFailed(thrown);
      throw thrown;
    }
  }

  /** No retry can mend a publisher, whatever its exception looks like. */
  private synchronized void publisherFailed(Throwable thrown) {
    failure = thrown;
    failed = true;
  }

  @SuppressWarnings("unchecked") // Nothing else begins.
  private Feed<K, U> feed() {
    return (Feed<K, U>) current;
  }

  @Override
  public synchronized boolean repeatable() {
    return tail == null && super.repeatable();
  }

  /** Whether the application's publisher failed. */
  public synchronized boolean hasFailed() {
    return failure != null;
  }

  /** Stops the attempt that is given up on. It gets nothing more; the rest is for the next one. */
  public void freeze() {
    Feed<K, U> fenced;
    synchronized (this) {
      fenced = feed();
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
    U unread = null;
    synchronized (this) {
      if (committed) {
        return;
      }
      committed = true;
      Feed<K, U> feed = feed();
      Deque<ByteBuffer> rest = new ArrayDeque<>();
      if (feed != null && !feed.isFinished) {
        for (ByteBuffer left = feed.taken(); left != null; left = feed.taken()) {
          rest.add(left);
        }
        feed.index = isGone(feed) ? feed.index : Integer.MAX_VALUE;
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
      exits.cancel.accept(unread);
    }
  }

  // What the publisher does.

  /** Called when the publisher has accepted the subscription. */
  public void begun(U subscription) {
    synchronized (this) {
      upstream = subscription;
    }
    run();
  }

  /** Called when the publisher has published an item. */
  public void published(ByteBuffer item) {
    synchronized (this) {
      outstanding--;
      if (tail != null || !offer(item, null)) {
        tail = tail == null ? new ArrayDeque<>() : tail;
        tail.add(item);
      }
    }
    run();
  }

  /** Called when the publisher has failed. */
  public void failed(Throwable thrown) {
    publisherFailed(thrown);
    run();
  }

  /** Called when the publisher has published everything. */
  public void completed() {
    ended = true;
    run();
  }

  private void run() {
    Feed<K, U> feed;
    synchronized (this) {
      feed = feed();
    }
    if (feed != null) {
      feed.run();
    }
  }

  /** One attempt's subscription: the copy from its beginning, then the rest as it arrives. */
  public static final class Feed<K, U> extends ReplayCursor {
    private final PublishedReplay<K, U> body;
    private final K subscriber;
    private U handle;
    private long demand;
    private boolean isReady;
    private boolean isBusy;
    private boolean isAsked;
    private boolean isFenced;
    private boolean isFinished;
    private Throwable illegal;

    private Feed(PublishedReplay<K, U> body, K subscriber) {
      this.body = body;
      this.subscriber = subscriber;
    }

    /** Called when the client asks for more items. */
    public void request(long n) {
      synchronized (body) {
        isAsked = true;
        if (n <= 0) {
          illegal = new IllegalArgumentException("non-positive subscription request: " + n);
        } else {
          demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
        }
      }
      run();
    }

    /** Called when the client wants no more. */
    public void cancel() {
      U unread;
      synchronized (body) {
        isFinished = true;
        boolean isLast = this == body.current && (body.committed || body.tail != null);
        unread = isLast ? body.upstream : null;
      }
      if (unread != null) {
        body.exits.cancel.accept(unread);
      }
    }

    /** Ends the subscription with an error, because the attempt was given up on (rule 6.3). */
    private void fence() {
      synchronized (body) {
        isFenced = true;
      }
      run();
    }

    /** Gives all that can be given, unless another thread does so, which looks again at its end. */
    private void run() {
      synchronized (body) {
        if (isBusy || !isReady) {
          return;
        }
        isBusy = true;
      }
      boolean isDone = false;
      try {
        for (Runnable signal = next(); signal != null; signal = next()) {
          signal.run();
        }
        isDone = true;
      } finally {
        if (!isDone) {
          synchronized (body) {
            isBusy = false;
          }
        }
      }
    }

    private Runnable next() {
      synchronized (body) {
        Runnable signal = isFinished ? null : signal();
        isBusy = signal != null;
        return signal;
      }
    }

    private Runnable signal() {
      if (isFenced) {
        return fails(new IOException("replaced by a new attempt"));
      }
      if (illegal != null) {
        return fails(illegal);
      }
      if (demand > 0) {
        ByteBuffer item = item();
        if (item != null) {
          demand--;
          return () -> body.exits.item.accept(subscriber, item);
        }
      }
      if (body.findPiece(this)) {
        return null;
      }
      if (body.isGone(this)) {
        return fails(body.gone());
      }
      return body.tail == null || body.tail.isEmpty() ? end() : null;
    }

    private Runnable fails(Throwable cause) {
      isFinished = true;
      return () -> body.exits.failed.accept(subscriber, cause);
    }

    /** Returns the next item, or null if the publisher has not published it yet. */
    private ByteBuffer item() {
      ByteBuffer item = taken();
      if (item != null || body.tail == null || body.isGone(this)) {
        return item;
      }
      body.free(); // The body has outgrown the copy, and its reader is past it (rule 6.4).
      return body.tail.poll();
    }

    private ByteBuffer taken() {
      ByteBuffer copied = body.copied(this);
      ByteBuffer given = copied == null ? null : copied.asReadOnlyBuffer();
      piece = null;
      return given;
    }

    private Runnable end() {
      if (body.failure != null) {
        return fails(body.failure);
      }
      if (body.ended) {
        if (!isAsked) {
          return null; // The client fails if the body ends before it has requested anything.
        }
        isFinished = true;
        return () -> body.exits.end.accept(subscriber);
      }
      long more = body.upstream == null ? 0 : demand - body.outstanding;
      if (more <= 0) {
        return null;
      }
      body.outstanding += more;
      U subscription = body.upstream;
      return () -> body.use(() -> body.exits.request.accept(subscription, more));
    }
  }
}
