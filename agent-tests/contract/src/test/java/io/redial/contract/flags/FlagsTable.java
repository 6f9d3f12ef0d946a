package io.redial.contract.flags;

import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.opentest4j.TestAbortedException;

/** Calls that ended as in a plain run, surroundings by JDKs. Thread-safe. */
final class FlagsTable {
  private static final Path FILE =
      Path.of(System.getProperty("contract.flags.file", "target/flags.txt"));

  private final Map<String, Map<Integer, String>> rows = new TreeMap<>();
  private final TreeSet<String> reasons = new TreeSet<>();
  private int calls;
  private int attempts;
  private int differing;

  /** Does what may abort the test, and notes it if it does. */
  <T> T skipped(Surroundings surroundings, Jdk jdk, Callable<T> step) throws Exception {
    try {
      return step.call();
    } catch (TestAbortedException aborted) {
      note(surroundings, jdk, "skip");
      String reason =
          aborted.getMessage().replaceFirst("Assumption failed: ", "").strip().split("\n", 2)[0];
      synchronized (this) {
        reasons.add(surroundings + " on " + jdk + ": " + reason);
      }
      throw aborted;
    }
  }

  synchronized void ran(Surroundings surroundings, Jdk jdk, Trial.Outcome outcome, Trial trial) {
    List<String> different = new ArrayList<>(trial.expectedLines());
    outcome.program().out().lines().forEach(different::remove);
    int expected = trial.expectedLines().size();
    int same = expected - different.size();
    calls += expected;
    attempts += outcome.attempts().size();
    differing += different.size();
    note(surroundings, jdk, same + "/" + expected);
  }

  private synchronized void note(Surroundings surroundings, Jdk jdk, String cell) {
    rows.computeIfAbsent(surroundings.name(), name -> new TreeMap<>()).put(jdk.feature(), cell);
  }

  synchronized void print() throws IOException {
    TreeSet<Integer> jdks = new TreeSet<>();
    rows.values().forEach(row -> jdks.addAll(row.keySet()));
    StringBuilder text =
        new StringBuilder("\nCalls that ended as in a plain run, surroundings by JDKs\n\n");
    text.append(String.format("%-64s", ""));
    jdks.forEach(jdk -> text.append(String.format("%7d", jdk)));
    rows.forEach(
        (name, row) -> {
          text.append(String.format("%n%-64s", name));
          jdks.forEach(jdk -> text.append(String.format("%7s", row.getOrDefault(jdk, "-"))));
        });
    text.append("\n\n")
        .append(calls + " calls, " + attempts + " attempts, " + differing + " outcomes differ\n");
    reasons.forEach(reason -> text.append("skipped: ").append(reason).append('\n'));
    Files.createDirectories(FILE.toAbsolutePath().getParent());
    Files.writeString(FILE, text);
    System.out.println(text);
  }
}
