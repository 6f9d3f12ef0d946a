package io.redial.policy.backoff;

import java.util.LinkedHashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A map that does not grow for ever: what was put least recently leaves. Not thread-safe, but for
 * {@link #holds}.
 */
final class RecentItems<K, V> {
  /** Many more than fail at once; about 10 MB if each of them is a small object. */
  private static final int MAX = 100_000;

  private final int max;
  private final LinkedHashMap<K, V> items = new LinkedHashMap<>();
  private final Set<K> held = ConcurrentHashMap.newKeySet();

  RecentItems() {
    this(MAX);
  }

  RecentItems(int max) {
    this.max = max;
  }

  /** Whether it is there; may be asked without a lock. */
  boolean holds(K item) {
    return held.contains(item);
  }

  V get(K item) {
    return items.get(item);
  }

  /** The item that leaves when that one is put, or null. */
  K leavingFor(K item) {
    boolean fits = items.size() < max || items.containsKey(item);
    return fits ? null : items.keySet().iterator().next();
  }

  /** Makes the item the most recent one. */
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
