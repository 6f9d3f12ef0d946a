package io.redial.policy.backoff;

import java.util.LinkedHashMap;

/**
 * A map that does not grow for ever: what was put least recently leaves. Not thread-safe, but for
 * {@link #isEmpty}.
 */
final class RecentItems<K, V> {
  /** Many more than fail at once; about 10 MB if each of them is a small object. */
  static final int MAX = 100_000;

  private final LinkedHashMap<K, V> items = new LinkedHashMap<>();
  private volatile boolean empty = true;

  /** Whether there is nothing; may be asked without a lock. */
  boolean isEmpty() {
    return empty;
  }

  V get(K item) {
    return items.get(item);
  }

  /** The item that leaves when that one is put, or null. */
  K leavingFor(K item) {
    boolean fits = items.size() < MAX || items.containsKey(item);
    return fits ? null : items.keySet().iterator().next();
  }

  /** Makes the item the most recent one. */
  void put(K item, V value) {
    K leaving = leavingFor(item);
    if (leaving != null) {
      items.remove(leaving);
    }
    items.remove(item);
    items.put(item, value);
    empty = false;
  }

  V remove(K item) {
    V value = items.remove(item);
    empty = items.isEmpty();
    return value;
  }
}
