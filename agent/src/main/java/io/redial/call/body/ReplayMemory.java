package io.redial.call.body;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that all calls together may hold as copies of request bodies, overhead included (rule
 * 6.3). Thread-safe.
 *
 * <p>A client can lose a call: its exchange is garbage-collected, and its end is never reported.
 * What such a call had reserved is released when its copy is collected. Otherwise lost calls would
 * use up the memory.
 */
public final class ReplayMemory {
  private final long limit;
  private final AtomicLong held = new AtomicLong();
  private final Set<Reservation> reservations = ConcurrentHashMap.newKeySet();
  private final ReferenceQueue<ReplayBuffer> collected = new ReferenceQueue<>();

  /**
   * Creates the memory for copies.
   *
   * @param limit the number of bytes, 0 or more
   */
  public ReplayMemory(long limit) {
    this.limit = limit;
  }

  /** Opens a reservation of zero bytes, to be released when the copy is freed. */
  Reservation open(ReplayBuffer copy) {
    releaseCollected();
    Reservation reservation = new Reservation(copy, this);
    reservations.add(reservation);
    return reservation;
  }

  /** Returns the number of bytes held at this moment. */
  public long held() {
    releaseCollected();
    return held.get();
  }

  private void releaseCollected() {
    Reference<?> gone = collected.poll();
    while (gone != null) {
      ((Reservation) gone).release();
      gone = collected.poll();
    }
  }

  /** The bytes that one copy has reserved. Thread-safe. */
  static final class Reservation extends PhantomReference<ReplayBuffer> {
    private final ReplayMemory memory;
    private final AtomicLong bytes = new AtomicLong();

    private Reservation(ReplayBuffer copy, ReplayMemory memory) {
      super(copy, memory.collected);
      this.memory = memory;
    }

    /** Reserves more bytes. Returns false if not enough are left. */
    boolean add(long more) {
      if (memory.held.addAndGet(more) > memory.limit) {
        memory.held.addAndGet(-more);
        return false;
      }
      bytes.addAndGet(more);
      return true;
    }

    /** Releases everything; nothing is added any more. */
    void release() {
      memory.held.addAndGet(-bytes.getAndSet(0));
      memory.reservations.remove(this);
      clear();
    }
  }
}
