package io.redial.policy.stream;

import java.util.Arrays;

/**
 * The 64-bit hashes of what a stream has delivered: the first few of all, the first few since the
 * others were forgotten, and the last ones. Used by one thread at a time.
 *
 * <p>Whatever comes again by chance has the same hash as something else once in 2^64 / 4096 times,
 * and then a body ends that could have gone on.
 */
final class RecentHashes {
  /** FNV-1a: of nothing yet. */
  static final long NOTHING = 0xcbf29ce484222325L;

  private static final long PRIME = 0x100000001b3L;
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

  /** What there was when the latest source began, in order of size. */
  private long[] sealed = NONE;

  /**
   * Remembers none yet.
   *
   * @param first how many of the first ones are remembered for ever, and how many since {@link
   *     #forgetLast}
   * @param last how many of the last ones are remembered besides; at least 16
   */
  RecentHashes(int first, int last) {
    this.first = new long[first];
    this.most = last;
  }

  /** The hash of what has that hash, followed by this byte. */
  static long with(long hash, int b) {
    return (hash ^ (b & 0xff)) * PRIME;
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

  /** Forgets all but the first ones of all, to which no others are added any more. */
  void forgetLast() {
    firstComplete = true;
    forgotten = true;
    begunCount = 0;
    lastCount = 0;
    next = 0;
  }

  /** Another source begins: {@link #wasThere} asks from now on for what came before it. */
  void seal() {
    long[] all = Arrays.copyOf(last, lastCount + firstCount + begunCount);
    System.arraycopy(first, 0, all, lastCount, firstCount);
    System.arraycopy(begun, 0, all, lastCount + firstCount, begunCount);
    Arrays.sort(all);
    sealed = all;
  }

  /** Whether that was among those remembered when the latest source began. */
  boolean wasThere(long hash) {
    return Arrays.binarySearch(sealed, hash) >= 0;
  }
}
