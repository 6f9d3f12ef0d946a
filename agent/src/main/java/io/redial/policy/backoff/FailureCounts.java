package io.redial.policy.backoff;

/** Counts how often each item failed since it was last forgotten. Thread-safe and bounded. */
final class FailureCounts<K> {
  private final RecentItems<K, Integer> counts = new RecentItems<>();

  /** Counts a failure and returns how many there were before it. */
  synchronized int increment(K item) {
    int before = get(item);
    counts.put(item, before == Integer.MAX_VALUE ? before : before + 1);
    return before;
  }

  synchronized int get(K item) {
    Integer count = counts.get(item);
    return count == null ? 0 : count;
  }

  void forget(K item) {
    if (counts.holds(item)) {
      remove(item);
    }
  }

  private synchronized void remove(K item) {
    counts.remove(item);
  }
}
