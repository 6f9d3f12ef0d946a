package io.redial.subjects.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What came of the calls: how often, and a few of their numbers. Thread-safe. */
final class Outcomes {
  private static final int EXAMPLES = 60;

  private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
  private final AtomicLong calls = new AtomicLong();

  private static final class Outcome {
    private long count;
    private final List<Long> examples = new ArrayList<>();

    synchronized void add(long id) {
      count++;
      if (examples.size() < EXAMPLES) {
        examples.add(id);
      }
    }

    @Override
    public synchronized String toString() {
      return count + "\t" + examples.toString().replaceAll("[\\[\\] ]", "");
    }
  }

  void add(long id, String kind, String what) {
    calls.incrementAndGet();
    outcomes.computeIfAbsent(kind + "\t" + what, key -> new Outcome()).add(id);
  }

  long calls() {
    return calls.get();
  }

  /** A line for each. */
  void print() {
    outcomes.forEach((what, outcome) -> System.out.println("outcome\t" + what + "\t" + outcome));
  }

  /** The classes of an exception and of its causes. */
  static String classes(Throwable thrown) {
    StringBuilder text = new StringBuilder(thrown.getClass().getName());
    int depth = 0;
    for (Throwable cause = thrown.getCause();
        cause != null && depth++ < 10;
        cause = cause.getCause()) {
      text.append(" < ").append(cause.getClass().getName());
    }
    return text.toString();
  }
}
