package io.redial.subjects.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** What came of the calls: how often, and a few of their numbers. Thread-safe. */
final class Outcomes {
  private static final int EXAMPLES = 60;
  private static final int MOST_TOLD = 50;
  private static final int FRAMES = 8;

  private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong told = new AtomicLong();

  private static final class Outcome {
    private final String sample;
    private long count;
    private final List<Long> examples = new ArrayList<>();

    Outcome(String sample) {
      this.sample = sample;
    }

    synchronized void add(long id) {
      count++;
      if (examples.size() < EXAMPLES) {
        examples.add(id);
      }
    }

    @Override
    public synchronized String toString() {
      return count + "\t" + examples.toString().replaceAll("[\\[\\] ]", "") + "\t" + sample;
    }
  }

  void add(long id, String kind, String what) {
    add(id, kind, what, null);
  }

  /** The same of a call that ended with an exception. */
  void add(long id, String kind, Throwable thrown) {
    add(id, kind, classes(thrown), thrown);
  }

  private void add(long id, String kind, String what, Throwable thrown) {
    calls.incrementAndGet();
    outcomes
        .computeIfAbsent(
            kind + "\t" + what, key -> new Outcome(thrown == null ? "" : sample(thrown)))
        .add(id);
  }

  /** What it said, and where it came from. */
  private static String sample(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    for (Throwable link : links(thrown)) {
      text.append(" < ").append(link);
      for (int i = 0; i < Math.min(FRAMES, link.getStackTrace().length); i++) {
        text.append(" at ").append(link.getStackTrace()[i]);
      }
    }
    return text.toString().replaceAll("[\\t\\r\\n]", " ");
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
    return links(thrown).stream()
        .map(link -> link.getClass().getName())
        .collect(Collectors.joining(" < "));
  }

  /** Whether something else than a lost connection, a timeout or a cancellation is at its root. */
  static boolean isOdd(Throwable thrown) {
    for (Throwable link : links(thrown)) {
      if (link instanceof Error
          || (link instanceof RuntimeException && !(link instanceof CancellationException))) {
        return true;
      }
    }
    return false;
  }

  /** Tells of a failure that should not be, if there were not too many. */
  void tell(Object request, Throwable thrown) {
    if (told.getAndIncrement() < MOST_TOLD) {
      StringBuilder text = new StringBuilder("failed " + request + ":");
      for (Throwable link : links(thrown)) {
        text.append(" < ").append(link);
      }
      if (isOdd(thrown)) {
        List<Throwable> links = links(thrown);
        for (StackTraceElement element : links.get(links.size() - 1).getStackTrace()) {
          text.append(" at ").append(element);
        }
      }
      System.err.println(text);
    }
  }

  private static List<Throwable> links(Throwable thrown) {
    List<Throwable> links = new ArrayList<>();
    for (Throwable link = thrown; link != null && links.size() < 10; link = link.getCause()) {
      links.add(link);
    }
    return links;
  }
}
