package io.redial.cli;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The totals of one host, or of several together. Not thread-safe. */
final class Totals {
  private static final int MAX_REASONS = 30;

  /** The host, as {@code scheme://host:port}, or a text that stands for several hosts. */
  final String name;

  /** Calls that ended and were retried, or waited for a retry. */
  long retriedCalls;

  /** The retried calls that ended with an outcome that needed no further retry. */
  long recovered;

  /** Calls whose first attempt failed and was not retried. */
  long neverRetried;

  long waitedMillis;
  long longestWaitMillis;

  /** When a call last failed for good, in milliseconds since 1970; 0 if none did. */
  long lastFailureMillis;

  private long attempts;
  private final Map<String, Long> retries = new HashMap<>();
  private final Map<String, Long> refusals = new HashMap<>();

  Totals(String name) {
    this.name = name;
  }

  void add(FlightEvent event) {
    switch (event.kind()) {
      case CALL:
        retriedCalls++;
        if (event.recovered()) {
          recovered++;
        } else {
          failed(event.endMillis());
        }
        break;
      case ATTEMPT:
        attempts++;
        if (event.leadsToRetry()) {
          count(event.text("reason"), 1, retries);
        } else if (event.number("attempt") == 1 && !event.text("notRetried").isEmpty()) {
          neverRetried++;
          failed(event.endMillis());
        }
        break;
      case WAIT:
        waitedMillis += event.durationMillis();
        longestWaitMillis = Math.max(longestWaitMillis, event.durationMillis());
        if (!event.flag("retried")) {
          count(event.text("reason"), -1, retries); // Its attempt was counted as one with a retry.
        }
        break;
      case REFUSAL:
        count(event.text("reason"), 1, refusals);
        break;
      case AGENT:
        break; // It is not about a host.
    }
  }

  private void failed(long millis) {
    lastFailureMillis = Math.max(lastFailureMillis, millis);
  }

  private static void count(String reason, long count, Map<String, Long> counts) {
    boolean known = counts.containsKey(reason) || counts.size() < MAX_REASONS;
    counts.merge(known ? reason : "other", count, Long::sum);
  }

  void addAll(Totals others) {
    retriedCalls += others.retriedCalls;
    recovered += others.recovered;
    neverRetried += others.neverRetried;
    attempts += others.attempts;
    waitedMillis += others.waitedMillis;
    longestWaitMillis = Math.max(longestWaitMillis, others.longestWaitMillis);
    failed(others.lastFailureMillis);
    others.retries.forEach((reason, count) -> count(reason, count, retries));
    others.refusals.forEach((reason, count) -> count(reason, count, refusals));
  }

  /** Calls that failed for good, whether or not they were retried. */
  long failed() {
    return neverRetried + retriedCalls - recovered;
  }

  /** Retries by reason, those included that were still to come when the recording ended. */
  Map<String, Long> retries() {
    return descending(retries);
  }

  /** Retries that were not made, by reason. */
  Map<String, Long> refusals() {
    return descending(refusals);
  }

  private static Map<String, Long> descending(Map<String, Long> counts) {
    Map<String, Long> sorted = new LinkedHashMap<>();
    counts.entrySet().stream()
        .filter(count -> count.getValue() > 0)
        .sorted(
            Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry::getKey))
        .forEach(count -> sorted.put(count.getKey(), count.getValue()));
    return sorted;
  }

  static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The number by which hosts are sorted. */
  long weight() {
    return sum(retries()) + sum(refusals()) + retriedCalls;
  }

  /** Adds the totals to an object. */
  Json addTo(Json json) {
    json.put("calls", retriedCalls).put("recovered", recovered);
    json.put("failed", failed()).put("neverRetried", neverRetried).put("attempts", attempts);
    json.put("retries", sum(retries())).put("refusals", sum(refusals()));
    json.put("waitedMillis", waitedMillis).put("longestWaitMillis", longestWaitMillis);
    json.put("lastFailure", lastFailureMillis == 0 ? null : RetryReport.time(lastFailureMillis));
    return json.put("retriesByReason", retries()).put("refusalsByReason", refusals());
  }
}
