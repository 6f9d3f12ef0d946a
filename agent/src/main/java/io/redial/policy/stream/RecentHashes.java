package io.redial.policy.stream;

import java.util.Arrays;

/**
 * The 64-bit hashes of what a stream has delivered: the first few of all, the first few since the
 * others were last forgotten, and the latest ones. Used by one thread at a time.
 *
 * <p>A new item has the hash of a remembered one by chance once in 2^64 / 4096 times. Then a body
 * ends that could have been resumed.
 */
final class RecentHashes {
  /** The hash of no bytes. */
  static final long NOTHING = 0xcbf29ce484222325L;

  private static final long FACTOR = 0x9e3779b97f4a7c15L;
  private static final int SMALLEST = 16;
  private static final long[] NONE = {};

  private final long[] first;
  private int firstCount;
  private boolean firstComplete;

  private boolean forgotten;
  private long[] begun = NONE;
  private int begunCount;

  private final int most;
  private long[] last = NONE;
  private int lastCount;
  private int next;

  /** The hashes remembered when the latest source began, in ascending order. */
  private long[] sealed = NONE;

  /**
   * Creates a set without hashes.
   *
   * @param first how many of the first hashes are remembered for ever, and how many since {@link
   *     #forgetLast}
   * @param last how many of the latest hashes are remembered besides; at least 16
   */
  RecentHashes(int first, int last) {
    this.first = new long[first];
    this.most = last;
  }

  /**
   * Returns the hash of what has the given hash, followed by something that has the other one. It
   * is a polynomial.
   */
  static long with(long hash, long other) {
    return hash * FACTOR + other;
  }

  /** Returns the hash of what has the given hash, followed by bytes. */
  static long with(long hash, byte[] bytes, int start, int end) {
    long all = hash;
    for (int i = start; i < end; i++) {
      all = all * FACTOR + bytes[i];
    }
    return all;
  }

  void add(long hash) {
    if (!firstComplete) {
      first[firstCount++] = hash;
      firstComplete = firstCount == first.length;
    }
    if (forgotten && begunCount < first.length) {
      if (begun.length == 0) {
        begun = new long[first.length];
      }
      begun[begunCount++] = hash;
    }
    if (lastCount == last.length && lastCount < most) {
      last = Arrays.copyOf(last, Math.min(most, Math.max(SMALLEST, lastCount * 2)));
      next = lastCount;
    }
    last[next] = hash;
    next = (next + 1) % last.length;
    lastCount = Math.max(lastCount, next == 0 ? last.length : next);
  }

  /** Forgets all hashes but the first of all, to which no others are added from now on. */
  void forgetLast() {
    firstComplete = true;
    forgotten = true;
    begunCount = 0;
    lastCount = 0;
    next = 0;
  }

  /** Called when another source begins: {@link #wasThere} now looks at the hashes added so far. */
  void seal() {
    long[] all = Arrays.copyOf(last, lastCount + firstCount + begunCount);
    System.arraycopy(first, 0, all, lastCount, firstCount);
    System.arraycopy(begun, 0, all, lastCount + firstCount, begunCount);
    Arrays.sort(all);
    sealed = all;
  }

  /** Returns whether the hash was remembered when the latest source began. */
  boolean wasThere(long hash) {
    return Arrays.binarySearch(sealed, hash) >= 0;
  }
}
