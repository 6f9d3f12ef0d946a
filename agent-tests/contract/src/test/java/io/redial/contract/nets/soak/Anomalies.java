package io.redial.contract.nets.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What should not be, unless the client does so without the agent, too. Thread-safe. */
final class Anomalies {
  /** Begins what became of a call that nothing was done to, among those that something was. */
  static final String AMONG = "among: ";

  private static final int EXAMPLES = 5;

  private final Map<Anomaly, List<Long>> found = new TreeMap<>();

  /**
   * A kind of thing that was seen.
   *
   * @param what what was seen
   * @param cause the fault of the attempt before it
   */
  record Anomaly(String what, String cause) implements Comparable<Anomaly> {
    /** Whether it is an exception of a call that nothing was done to. */
    boolean isException() {
      return what.startsWith(AMONG) && what.contains(".");
    }

    @Override
    public int compareTo(Anomaly other) {
      int byWhat = what.compareTo(other.what);
      return byWhat == 0 ? cause.compareTo(other.cause) : byWhat;
    }

    @Override
    public String toString() {
      return what + " after " + cause;
    }
  }

  synchronized void add(String what, String cause, long id) {
    found.computeIfAbsent(new Anomaly(what, cause), key -> new ArrayList<>()).add(id);
  }

  synchronized void addAll(Anomalies others) {
    others.found.forEach(
        (anomaly, ids) -> found.computeIfAbsent(anomaly, a -> new ArrayList<>()).addAll(ids));
  }

  /** Those whose like the others do not have. */
  synchronized Anomalies without(Anomalies others) {
    Anomalies left = new Anomalies();
    found.forEach(
        (anomaly, ids) -> {
          if (!others.found.containsKey(anomaly)) {
            left.found.put(anomaly, ids);
          }
        });
    return left;
  }

  /** All but one kind of thing for which a call had a reason. */
  synchronized Anomalies without(String what, LongPredicate hasReason) {
    Anomalies left = new Anomalies();
    found.forEach(
        (anomaly, ids) -> {
          List<Long> kept =
              ids.stream().filter(id -> !anomaly.what.equals(what) || !hasReason.test(id)).toList();
          if (!kept.isEmpty()) {
            left.found.put(anomaly, kept);
          }
        });
    return left;
  }

  /** All but the exceptions of healthy calls that were not seen again. */
  synchronized Anomalies seenAgainIn(Anomalies again) {
    Anomalies left = new Anomalies();
    found.forEach(
        (anomaly, ids) -> {
          if (!anomaly.isException() || again.found.containsKey(anomaly)) {
            left.found.put(anomaly, ids);
          }
        });
    return left;
  }

  /** The faults after which such were seen. */
  synchronized Stream<String> causes(Predicate<String> which) {
    return found.keySet().stream()
        .filter(anomaly -> which.test(anomaly.what))
        .map(Anomaly::cause)
        .distinct()
        .toList()
        .stream();
  }

  synchronized boolean isEmpty() {
    return found.isEmpty();
  }

  /**
   * A line for each, with a few of the calls.
   *
   * @param story what is known of a call
   */
  synchronized Stream<String> lines(LongFunction<String> story) {
    return found.entrySet().stream()
        .map(
            entry ->
                entry.getKey()
                    + ": "
                    + entry.getValue().size()
                    + " calls, such as "
                    + entry.getValue().stream()
                        .limit(EXAMPLES)
                        .map(story::apply)
                        .collect(Collectors.joining("; ")))
        .toList()
        .stream();
  }
}
