package io.redial.contract.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the tests cost, suite by suite: JVMs that were started, their processor time, and the time
 * that the tests took. Thread-safe.
 *
 * <p>The processor time of a JVM that several suites share counts for the suite whose answer comes
 * next, so only the sum is exact. A program that ended by itself is in the sum only.
 */
final class Effort {
  /** Where Linux tells what processes that have ended took, in clock ticks of 10 ms. */
  private static final Path STAT = Path.of("/proc/self/stat");

  private static final long MILLIS_PER_TICK = 10;
  private static final ThreadLocal<String> SUITE = new ThreadLocal<>();
  private static final Map<String, Cost> COSTS = new TreeMap<>();
  private static final long BEGIN_NANOS = System.nanoTime();

  private Effort() {}

  /** Called on the thread of a test that begins. */
  static void began(String suite) {
    SUITE.set(suite);
  }

  /** The suite of the test on this thread. */
  static String suite() {
    String suite = SUITE.get();
    return suite == null ? "(others)" : suite;
  }

  static void tested(String suite, Duration took) {
    synchronized (COSTS) {
      Cost cost = COSTS.computeIfAbsent(suite, name -> new Cost());
      cost.tests++;
      cost.wall = cost.wall.plus(took);
    }
  }

  /** Called when the test on this thread starts a JVM. */
  static void startedJvm() {
    synchronized (COSTS) {
      COSTS.computeIfAbsent(suite(), name -> new Cost()).starts++;
    }
  }

  /** Called with the processor time that a subject took since this was last called for it. */
  static void used(String suite, Duration processor) {
    synchronized (COSTS) {
      Cost cost = COSTS.computeIfAbsent(suite, name -> new Cost());
      cost.processor = cost.processor.plus(processor);
    }
  }

  /** A line for each suite, and the sums. */
  static String text() {
    StringBuilder text = new StringBuilder("\nWhat the tests cost, in seconds\n\n");
    row(text, "", "tests", "JVM starts", "CPU of subjects", "sum of tests");
    Cost all = new Cost();
    synchronized (COSTS) {
      COSTS.forEach(
          (suite, cost) -> {
            row(text, suite, cost);
            all.add(cost);
          });
    }
    row(text, "all", all);
    text.append(
        String.format(
            Locale.ROOT,
            "%nAll processes that have ended took %.0f s of the processors, these tests themselves"
                + " %.0f s, in %.0f s.%n",
            endedSeconds(),
            ProcessHandle.current().info().totalCpuDuration().map(Effort::seconds).orElse(0.0),
            (System.nanoTime() - BEGIN_NANOS) / 1e9));
    return text.toString();
  }

  private static void row(StringBuilder text, String suite, Cost cost) {
    row(
        text,
        suite,
        Integer.toString(cost.tests),
        Integer.toString(cost.starts),
        String.format(Locale.ROOT, "%.1f", seconds(cost.processor)),
        String.format(Locale.ROOT, "%.1f", seconds(cost.wall)));
  }

  private static void row(
      StringBuilder text, String suite, String tests, String starts, String cpu, String wall) {
    text.append(String.format("%-32s%8s%12s%17s%14s%n", suite, tests, starts, cpu, wall));
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1e3;
  }

  private static double endedSeconds() {
    try {
      String stat = Files.readString(STAT);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * MILLIS_PER_TICK / 1e3;
    } catch (IOException notLinux) {
      return 0;
    }
  }

  private static final class Cost {
    int tests;
    int starts;
    Duration processor = Duration.ZERO;
    Duration wall = Duration.ZERO;

    void add(Cost other) {
      tests += other.tests;
      starts += other.starts;
      processor = processor.plus(other.processor);
      wall = wall.plus(other.wall);
    }
  }
}
