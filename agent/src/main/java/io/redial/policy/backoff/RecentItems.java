package io.redial.policy.backoff;

import java.util.LinkedHashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A bounded map that drops the entry that was put least recently. Not thread-safe, except for
 * {@link #holds}.
 */
final class RecentItems<K, V> {
  /** Many more items than fail at the same time; about 10 MB if each is a small object. */
  static final int MAX = 100_000;

  private final int max;
  private final LinkedHashMap<K, V> items = new LinkedHashMap<>();
  private final Set<K> held = ConcurrentHashMap.newKeySet();

  RecentItems() {
    this(MAX);
  }

  RecentItems(int max) {
    this.max = max;
  }

  /** Returns whether the map has the item; may be called without a lock. */
  boolean holds(K item) {
    return held.contains(item);
  }

  V get(K item) {
    return items.get(item);
  }

  /** Returns the item that is dropped when the given one is put, or null. */
  K leavingFor(K item) {
    boolean fits = items.size() < max || items.containsKey(item);
    return fits ? null : items.keySet().iterator().next();
  }

  /** Sets the value of the item and makes it the most recent one. */
  void put(K item, V value) {
    K leaving = leavingFor(item);
    if (leaving != null) {
      remove(leaving);
    }
    items.remove(item);
    items.put(item, value);
    held.add(item);
  }

  V remove(K item) {
    held.remove(item);
    return items.remove(item);
  }
}
