package io.redial.kernel;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

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

  private final Exits<?, U, ?> exits;
  private final boolean isCounted;

  /** Null once this is fenced off. */
  volatile BodyEngine<?, U, ?> engine;

  /** Null for the application's own response. */
  final Rest rest;

  // Guarded by the engine.
  final Deque<List<ByteBuffer>> arrived = new ArrayDeque<>(1);
  U upstream;

  /** Ends the response, where {@link #upstream} cannot; or null. */
  private volatile Runnable ends;

  /** The client's thread while it tells something: a drop then is its answer. */
  private volatile Thread telling;

  /** What the consumer has thrown meanwhile, for the client. */
  private Throwable thrown;

  /** Whether bytes may come: where they are counted, they do before there is an upstream. */
  boolean isConnected;

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

  /** Sets what ends the response, unless a signal is answered by that nothing more is wanted. */
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
      FaultBoundary.attempt(() -> exits.drop.accept(from));
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
    telling = Thread.currentThread();
    now.run();
    telling = null;
    Throwable consumers = thrown;
    if (consumers != null) {
      thrown = null;
      ResponseSignals.<RuntimeException>rethrow(consumers);
    }
  }

  @SuppressWarnings("unchecked") // As the consumer has thrown it.
  private static <E extends Throwable> void rethrow(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /**
   * Takes what the consumer has thrown, if the client is to get it and to tell how the body ends:
   * where bytes are counted, as long as its own response is being read, on its thread.
   */
  boolean takes(Throwable consumers) {
    boolean takes = isCounted && rest == null && Thread.currentThread() == telling;
    thrown = takes ? consumers : thrown;
    return takes;
  }

  /** Called at the end of the body. */
  public void end() {
    ended(null, null);
  }

  /** Called at the end of the body, with its trailers or null. */
  public void end(Object last) {
    ended(null, last);
  }

  /** Called when the body has broken off. Clients may tell an end twice. */
  public void failed(Throwable thrown) {
    ended(thrown, null);
  }

  /** Called when the body has broken off and the client tells that to no consumer. */
  public void failedQuietly(Throwable thrown) {
    tell(delivery -> delivery.isQuiet = true);
    ended(thrown, null);
  }

  /** Called when the client releases the consumer, which it may do before it tells of a cut. */
  public void released() {
    tell(delivery -> delivery.releasesFirst = true);
  }

  private void tell(Consumer<BodyDelivery<?, ?, ?>> how) {
    BodyEngine<?, U, ?> now = engine;
    if (now != null) {
      synchronized (now) {
        if (!isOver) {
          how.accept(now.state.delivery);
        }
      }
    }
  }

  private void ended(Throwable thrown, Object last) {
    BodyEngine<?, U, ?> now = engine;
    if (now != null) {
      synchronized (now) {
        if (!isOver) {
          isOver = true;
          cut = thrown;
          trailers = last;
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
    U from = dropped == null ? null : dropped.upstream;
    if (dropped != null && dropped.ends != null) {
      if (Thread.currentThread() != dropped.telling) {
        FaultBoundary.attempt(dropped.ends::run);
      }
    } else if (from != null) {
      FaultBoundary.attempt(() -> dropped.exits.drop.accept(from));
    }
  }
}
