package io.redial.control;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts by host and reason (rule 11.4), for a bounded number of hosts; all others are counted
 * together. Thread-safe.
 */
final class Counters {
  private static final int MOST_HOSTS = 10_000;
  private static final String OTHERS = "(other hosts)";

  private final ConcurrentMap<String, ConcurrentMap<String, LongAdder>> byHost =
      new ConcurrentHashMap<>();

  void count(String host, String reason) {
    ConcurrentMap<String, LongAdder> counts = byHost.get(host);
    if (counts == null) {
      String key = byHost.size() < MOST_HOSTS ? host : OTHERS;
      counts = byHost.computeIfAbsent(key, absent -> new ConcurrentHashMap<>());
    }
    counts.computeIfAbsent(reason, absent -> new LongAdder()).increment();
  }

  /** Reason to count, over all hosts. */
  Map<String, Long> byReason() {
    Map<String, Long> sums = new TreeMap<>();
    for (Map<String, LongAdder> counts : byHost.values()) {
      for (Map.Entry<String, LongAdder> entry : counts.entrySet()) {
        sums.merge(entry.getKey(), entry.getValue().sum(), Long::sum);
      }
    }
    return sums;
  }

  /** Host to reason to count. */
  Map<String, Map<String, Long>> byHost() {
    Map<String, Map<String, Long>> all = new TreeMap<>();
    for (Map.Entry<String, ConcurrentMap<String, LongAdder>> host : byHost.entrySet()) {
      Map<String, Long> counts = new TreeMap<>();
      for (Map.Entry<String, LongAdder> entry : host.getValue().entrySet()) {
        counts.put(entry.getKey(), entry.getValue().sum());
      }
      all.put(host.getKey(), counts);
    }
    return all;
  }
}
