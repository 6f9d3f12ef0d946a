package io.redial.control;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts by host and reason (rule 11.4), for a bounded number of hosts; all others are counted
 * together. Thread-safe.
 */
final class Counters {
  /**
   * The most hosts that are counted individually. With a handful of reasons each, their counts take
   * less than 1 MiB.
   */
  static final int MAX_HOSTS = 1_000;

  /** The name under which all further hosts are counted together. */
  static final String OTHERS = "(other hosts)";

  private final ConcurrentMap<String, ConcurrentMap<String, LongAdder>> byHost =
      new ConcurrentHashMap<>();
  private volatile Runnable whenAdded = () -> {};

  /**
   * Sets a task to run whenever a host or one of its reasons is counted for the first time. It runs
   * on the thread that counts, so it must be quick.
   */
  void whenAdded(Runnable task) {
    whenAdded = task;
  }

  void count(String host, String reason) {
    add(host, reason, 1);
  }

  /** Adds an amount at once. */
  void add(String host, String reason, long amount) {
    ConcurrentMap<String, LongAdder> counts = byHost.get(host);
    if (counts == null) {
      String key = byHost.size() < MAX_HOSTS ? host : OTHERS;
      counts = byHost.computeIfAbsent(key, absent -> new ConcurrentHashMap<>(4));
    }
    LongAdder known = counts.get(reason);
    if (known != null) {
      known.add(amount);
    } else {
      counts.computeIfAbsent(reason, absent -> new LongAdder()).add(amount);
      whenAdded.run();
    }
  }

  /** The hosts that are counted individually, and {@link #OTHERS} if there are more. */
  Set<String> hosts() {
    return byHost.keySet();
  }

  /** Returns the sum of all counts. */
  long total() {
    return sum(byReason());
  }

  /** Returns the sum of some counts. */
  static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the counts by reason, summed over all hosts. */
  Map<String, Long> byReason() {
    Map<String, Long> sums = new TreeMap<>();
    for (String host : byHost.keySet()) {
      count(host).forEach((reason, count) -> sums.merge(reason, count, Long::sum));
    }
    return sums;
  }

  /** Returns the counts by reason for one host. */
  Map<String, Long> count(String host) {
    Map<String, Long> counts = new TreeMap<>();
    byHost
        .getOrDefault(host, new ConcurrentHashMap<>())
        .forEach((reason, count) -> counts.put(reason, count.sum()));
    return counts;
  }

  /** Returns the counts by host and then by reason. */
  Map<String, Map<String, Long>> byHost() {
    Map<String, Map<String, Long>> all = new TreeMap<>();
    for (String host : byHost.keySet()) {
      all.put(host, count(host));
    }
    return all;
  }
}
