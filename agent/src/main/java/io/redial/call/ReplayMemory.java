package io.redial.call;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that all calls together may hold as copies of request bodies, what keeping them takes
 * included (rule 6.3).
 */
public final class ReplayMemory {
  private final long limit;
  private final AtomicLong held = new AtomicLong();

  /**
   * Memory for copies.
   *
   * @param limit bytes, 0 or more
   */
  public ReplayMemory(long limit) {
    this.limit = limit;
  }

  boolean reserve(long bytes) {
    if (held.addAndGet(bytes) <= limit) {
      return true;
    }
    held.addAndGet(-bytes);
    return false;
  }

  void release(long bytes) {
    held.addAndGet(-bytes);
  }

  /** Bytes held at this moment. */
  public long held() {
    return held.get();
  }
}
