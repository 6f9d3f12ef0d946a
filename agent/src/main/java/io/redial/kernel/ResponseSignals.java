package io.redial.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What a client tells of the body of one response, on whichever thread. Once the body takes its
 * bytes from elsewhere, or has ended, this is fenced off and no longer refers to it: clients keep
 * what they were given for as long as the application keeps the response. Thread-safe.
 *
 * @param <U> what paces the body
 */
public final class ResponseSignals<U> {

  /** Whoever has requested the rest of a body. Its methods may fail. */
  public interface Rest {
    /** Returns whether the head was enough, so that even an empty response continues the body. */
    boolean continuesWithHead();

    /** Called when the body continues. */
    void continues();

    /** Called when the response has ended before that; null for an orderly end. */
    void ended(Throwable cut);

    /** Called with what the client's method has come to. */
    void responded(Object response, Throwable thrown);
  }

  /** Reads what a client has of a response. */
  public interface Read {
    int into(ByteBuffer buffer) throws IOException;
  }

  private static final int PIECE = 4096;

  private final Exits<?, U, ?> exits;
  private final boolean isCounted;

  /** Null once this is fenced off. */
  volatile BodyEngine<?, U, ?> engine;

  /** Null for the application's own response. */
  final Rest rest;

  // Guarded by the engine.
  final Deque<List<ByteBuffer>> arrived = new ArrayDeque<>(1);
  volatile U upstream;

  /** Whether bytes may come: where they are counted, they do before there is an upstream. */
  boolean isConnected;

  // Of the thread on which the client lets its content be read.
  private volatile Thread reader;
  private Read content;
  private BooleanSupplier completion;

  /** What the connection and the consumer have thrown; the client gets it. */
  IOException broken;

  Throwable thrown;

  /** Whether the client's content has ended. */
  boolean isAtEnd;

  /** Ends the response, where {@link #upstream} cannot; or null. */
  private volatile Runnable ends;

  /** The client's thread while it tells something: a drop then is its answer. */
  private volatile Thread reporter;

  /** Whether the client has returned the response, so that its body may be read. */
  boolean isOpen;

  /** Whether the body continues, even without a first byte. */
  boolean isEnough;

  boolean isBegun;
  boolean isOver;
  Throwable cut;
  Object trailers;

  ResponseSignals(BodyEngine<?, U, ?> engine, Rest rest) {
    this.engine = engine;
    this.exits = engine.exits;
    this.rest = rest;
    this.isCounted = engine.state.delivery.demand.isCapacity();
    this.isConnected = isCounted;
  }

  /** Sets what ends the response. While the client tells a signal, the answer to that ends it. */
  public void endsBy(Runnable drop) {
    ends = drop;
  }

  /**
   * Called with what paces the body: once, or, where bytes are counted, whenever the client waits
   * to be asked for more. Returns false if nothing more of the response is wanted.
   */
  public boolean begins(U from) {
    BodyEngine<?, U, ?> now = engine;
    if (now != null) {
      synchronized (now) {
        upstream = from;
        isConnected = true;
        now.state.delivery.due();
      }
      runFor(now);
    }
    if (engine == null && exits.drop != null) {
      FaultBoundary.attempt(() -> exits.drop.give(from));
    }
    return engine != null;
  }

  /** Called with some bytes. Returns false if nothing more of the response is wanted. */
  public boolean bytes(List<ByteBuffer> piece) {
    BodyEngine<?, U, ?> now = engine;
    if (now != null) {
      synchronized (now) {
        if (engine == null || isOver || now.state.isCancelled) {
          return engine != null;
        }
        now.state.delivery.demand.arrived(piece);
        arrived.add(piece);
      }
      runFor(now);
    }
    return engine != null;
  }

  /** Called with some bytes in a buffer that the client uses again; all of them are taken. */
  public boolean bytes(ByteBuffer bytes) {
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
    copy.put(bytes);
    copy.flip();
    List<ByteBuffer> piece = new ArrayList<>(1);
    piece.add(copy);
    return bytes(piece);
  }

  /** Takes steps for the client, which gets what its consumer throws then. */
  private void runFor(BodyEngine<?, U, ?> now) {
    reporter = Thread.currentThread();
    now.run();
    reporter = null;
    Throwable consumers = thrown;
    if (consumers != null && isCounted) {
      thrown = null;
      throw Exceptions.sneakyThrow(consumers);
    }
  }

  /**
   * Takes what the consumer has thrown, if the client is to get it and to tell how the body ends:
   * while it lets its content be read, and, where bytes are counted, as long as its own response is
   * being read, on its thread.
   */
  boolean takes(Throwable consumers) {
    boolean takes =
        isReading() || (isCounted && rest == null && Thread.currentThread() == reporter);
    thrown = takes ? consumers : thrown;
    return takes;
  }

  /**
   * Called when the client has content, which its caller reads as far as it is wanted.
   *
   * @param completed tells whether all of it was read
   * @throws IOException what the connection throws, or what the consumer does, of whatever type
   */
  public void offers(Read available, BooleanSupplier completed) throws IOException {
    BodyEngine<?, U, ?> now = engine;
    if (now == null) {
      return;
    }
    content = available;
    completion = completed;
    reader = Thread.currentThread();
    try {
      now.run();
      boolean isRead = false;
      while (!isRead && takesMore(now)) {
        isRead = !read();
        now.run();
      }
      if (!isRead) { // Another thread is at work, and has the client call again.
        synchronized (now) {
          now.state.delivery.demand.ask(0);
        }
        now.run();
      }
    } finally {
      reader = null;
      content = null;
      completion = null;
    }
    if (thrown != null) {
      throw Exceptions.sneakyThrow(thrown);
    }
    if (broken != null) {
      throw broken;
    }
  }

  private boolean takesMore(BodyEngine<?, U, ?> now) {
    synchronized (now) {
      return broken == null && thrown == null && now.state.takesMore(this);
    }
  }

  /** Returns whether the client lets this thread read. */
  boolean isReading() {
    return reader == Thread.currentThread();
  }

  boolean isCompleted() {
    return isReading() && completion.getAsBoolean();
  }

  /** Reads a piece from the client. Returns false if there is none. */
  boolean read() {
    ByteBuffer piece = ByteBuffer.allocate(PIECE);
    try {
      int count = content.into(piece);
      isAtEnd |= count < 0;
      if (count <= 0) {
        return false;
      }
    } catch (IOException ofTheConnection) {
      broken = ofTheConnection;
      return false;
    }
    piece.flip();
    BodyEngine<?, U, ?> now = engine;
    if (now != null) {
      synchronized (now) {
        arrived.add(Collections.singletonList(piece));
      }
    }
    return now != null;
  }

  /** Returns whether nothing more of the response is wanted. */
  public boolean isLeft() {
    return engine == null;
  }

  /** Called when the client takes its connection back: nothing is done with it any more. */
  public synchronized void disconnected() {
    upstream = null;
  }

  /** Asks the client for more, or for nothing for now if that is 0. */
  void pace(long units) throws Throwable {
    if (exits.offer == null) {
      pace(upstream, units);
      return;
    }
    synchronized (this) {
      if (upstream != null) {
        pace(upstream, units);
      }
    }
  }

  private void pace(U from, long units) throws Throwable {
    if (units > 0) {
      exits.request.give(from, units);
    } else {
      exits.pause.give(from);
    }
  }

  /** Called at the end of the body. */
  public void end() {
    ended(null, null, false);
  }

  /** Called at the end of the body, with its trailers or null. */
  public void end(Object last) {
    ended(null, last, false);
  }

  /** Called when the body has broken off. Clients may tell an end twice. */
  public void failed(Throwable thrown) {
    ended(thrown, null, false);
  }

  /** Called when the body has broken off and the client tells that to no consumer. */
  public void failedQuietly(Throwable thrown) {
    ended(thrown, null, true);
  }

  /** Called when the client releases the consumer, which it may do before it tells of a cut. */
  public void released() {
    BodyEngine<?, U, ?> now = engine;
    if (now != null) {
      synchronized (now) {
        now.state.delivery.releasesFirst |= !isOver;
      }
    }
  }

  private void ended(Throwable thrown, Object last, boolean isQuiet) {
    BodyEngine<?, U, ?> now = engine;
    if (now != null) {
      synchronized (now) {
        if (!isOver) {
          isOver = true;
          cut = thrown;
          trailers = last;
          now.state.delivery.isQuiet |= isQuiet;
        }
      }
      runFor(now);
    }
  }

  /**
   * Called when the client has returned the response to a request for a rest, which may be read
   * from now on.
   *
   * @param continues whether the body continues even before a first byte
   */
  public void opens(boolean continues) {
    BodyEngine<?, U, ?> now = engine;
    if (now != null) {
      synchronized (now) {
        isOpen = true;
        isEnough |= continues;
      }
      now.run();
    }
  }

  /** Takes nothing more from this response, and ends it. Returns false if it has begun or ended. */
  public boolean leave() {
    BodyEngine<?, U, ?> now = engine;
    if (now == null) {
      return false;
    }
    synchronized (now) {
      if (engine == null || isOver || isBegun) {
        return false;
      }
      now.state.detach();
    }
    drop(this);
    return true;
  }

  /** Ends a response. What the client throws then is of no use to anybody. */
  static <U> void drop(ResponseSignals<U> dropped) {
    if (dropped == null) {
      return;
    }
    if (dropped.ends != null) {
      if (Thread.currentThread() != dropped.reporter) {
        FaultBoundary.attempt(dropped.ends::run);
      }
    } else if (dropped.exits.offer != null) {
      dropped.dropUnlessReleased();
    } else if (dropped.upstream != null) {
      FaultBoundary.attempt(() -> dropped.exits.drop.give(dropped.upstream));
    }
  }

  private synchronized void dropUnlessReleased() {
    U from = upstream;
    if (from != null) {
      FaultBoundary.attempt(() -> exits.drop.give(from));
    }
  }
}
