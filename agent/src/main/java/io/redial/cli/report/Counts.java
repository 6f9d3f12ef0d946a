package io.redial.cli.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each reason occurred. Reasons beyond the first 30 are counted together. Not
 * thread-safe.
 */
public final class Counts {
  static final String OTHERS = "other";
  private static final int MAX = 30;

  private final Map<String, Long> byReason = new LinkedHashMap<>();

  Counts() {}

  void add(String reason, long count) {
    boolean known = byReason.containsKey(reason) || byReason.size() < MAX;
    byReason.merge(known ? reason : OTHERS, count, Long::sum);
  }

  void addAll(Counts others) {
    others.byReason.forEach(this::add);
  }

  /** The sum of the counts. */
  public long total() {
    long total = 0;
    for (Map.Entry<String, Long> entry : entries()) {
      total += entry.getValue();
    }
    return total;
  }

  /** The reasons that occurred and their counts, the most frequent first. */
  public List<Map.Entry<String, Long>> entries() {
    List<Map.Entry<String, Long>> entries = new ArrayList<>(byReason.entrySet());
    entries.removeIf(entry -> entry.getValue() <= 0);
    entries.sort(
        Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry::getKey));
    return entries;
  }
}
