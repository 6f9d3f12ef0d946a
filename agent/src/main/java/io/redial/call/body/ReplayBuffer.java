package io.redial.call.body;

import java.util.ArrayList;
import java.util.List;

/**
 * The copy of a request body that can be read only once, made while it is first sent (rules 6.3 to
 * 6.5).
 *
 * <p>It takes chunks in order until one does not fit; the caller then frees it. Thread-safe.
 */
public final class ReplayBuffer {
  /**
   * What an array and its list entry take beyond its bytes, so that small chunks are counted
   * fairly.
   */
  private static final int CHUNK_OVERHEAD = 32;

  private final ReplayMemory memory;
  private final long limit;
  private List<byte[]> chunks = new ArrayList<>();
  private long size;
  private ReplayMemory.Reservation reservation;
  private boolean freed;

  /**
   * Creates an empty copy.
   *
   * @param limit how many bytes this body may take, 0 or more
   */
  public ReplayBuffer(ReplayMemory memory, long limit) {
    this.memory = memory;
    this.limit = limit;
  }

  /**
   * Adds a chunk, which the buffer owns from now on.
   *
   * @return false if it does not fit, or the copy was freed
   */
  public synchronized boolean append(byte[] chunk) {
    if (freed) {
      return false;
    }
    long taken = chunk.length + (long) CHUNK_OVERHEAD;
    if (size + chunk.length > limit) {
      return false;
    }
    if (reservation == null) {
      reservation = memory.open(this);
    }
    if (!reservation.add(taken)) {
      return false;
    }
    chunks.add(chunk);
    size += chunk.length;
    return true;
  }

  /** Returns the chunk of the given index, or null if there is none. */
  public synchronized byte[] chunk(int index) {
    return index < chunks.size() ? chunks.get(index) : null;
  }

  /** Returns how many chunks there are. */
  public synchronized int count() {
    return chunks.size();
  }

  /** Releases everything; nothing is added any more. */
  public synchronized void free() {
    if (!freed) {
      freed = true;
      if (reservation != null) {
        reservation.release();
      }
      chunks = new ArrayList<>(0);
      size = 0;
    }
  }
}
