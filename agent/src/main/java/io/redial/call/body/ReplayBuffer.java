package io.redial.call.body;

import io.redial.kernel.BodyStore;
import java.util.ArrayList;
import java.util.List;

/**
 * The copy of a request body that can be read only once, made while it is first sent (rules 6.3 to
 * 6.5).
 *
 * <p>It takes chunks in order until one does not fit; the caller then frees it. Thread-safe.
 */
public final class ReplayBuffer implements BodyStore {
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

  @Override
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

  @Override
  public synchronized byte[] piece(int index) {
    return index < chunks.size() ? chunks.get(index) : null;
  }

  @Override
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
