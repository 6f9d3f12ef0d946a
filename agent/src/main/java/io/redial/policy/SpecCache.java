package io.redial.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Holds one value for each spec that policies ask for, made on first use. There is usually one
 * spec, and there are several if routes differ or a file was reloaded. Reading walks a short
 * immutable list, without a lock or allocation. Beyond {@value #MAX} specs, the oldest is dropped.
 */
public final class SpecCache<S, V> {
  static final int MAX = 64;

  private final Function<S, V> factory;
  private volatile Entry<S, V> newest;

  /**
   * Creates a cache without values.
   *
   * @param factory makes the value for a spec; called under a lock, each time the spec is added
   */
  public SpecCache(Function<S, V> factory) {
    this.factory = factory;
  }

  /** Returns the value for a spec. */
  public V get(S spec) {
    Entry<S, V> entry = find(spec);
    return entry != null ? entry.value : add(spec);
  }

  /** Returns the values held at this moment. */
  List<V> all() {
    List<V> all = new ArrayList<>();
    for (Entry<S, V> entry = newest; entry != null; entry = entry.older) {
      all.add(entry.value);
    }
    return all;
  }

  private synchronized V add(S spec) {
    Entry<S, V> entry = find(spec);
    if (entry == null) {
      entry = new Entry<>(spec, factory.apply(spec), firstOf(newest, MAX - 1));
      newest = entry;
    }
    return entry.value;
  }

  private Entry<S, V> find(S spec) {
    Entry<S, V> entry = newest;
    while (entry != null && entry.spec != spec && !entry.spec.equals(spec)) {
      entry = entry.older;
    }
    return entry;
  }

  private static <S, V> Entry<S, V> firstOf(Entry<S, V> entry, int count) {
    if (entry == null || count == 0) {
      return null;
    }
    return new Entry<>(entry.spec, entry.value, firstOf(entry.older, count - 1));
  }

  private static final class Entry<S, V> {
    final S spec;
    final V value;
    final Entry<S, V> older;

    Entry(S spec, V value, Entry<S, V> older) {
      this.spec = spec;
      this.value = value;
      this.older = older;
    }
  }
}
