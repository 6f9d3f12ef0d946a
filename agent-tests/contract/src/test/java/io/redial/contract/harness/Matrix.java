package io.redial.contract.harness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How many tests of each rule passed for each client, and why others did not run. Thread-safe. */
public final class Matrix {
  /** The column of tests that are about the agent and no client. */
  static final String AGENT = "agent";

  /** The rules that must have a test that passes. */
  public static final List<String> REQUIRED =
      List.of(
          "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7",
          "2.8", "2.9", "2.10", "2.11", "3.1", "3.2", "3.3", "3.4", "4.1", "4.2", "4.3", "4.4",
          "4.5", "4.6", "4.7", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "6.1", "6.2", "6.3",
          "6.4", "6.5", "7.1", "7.2", "7.3", "7.4", "8.1", "8.2", "8.3", "9.1", "10.1", "10.2",
          "10.3", "10.4", "10.5", "10.6", "10.7", "11.1", "11.2", "11.3", "11.4", "11.5", "11.6");

  private static final int LABEL = 8;

  private final Map<String, Map<String, Cell>> rows = new TreeMap<>(byNumber());

  private static final class Cell {
    private int passed;
    private int failed;
    private final TreeSet<String> skipped = new TreeSet<>();

    @Override
    public String toString() {
      if (failed > 0) {
        return failed + " FAIL";
      }
      return passed > 0 ? Integer.toString(passed) : "skip";
    }
  }

  synchronized void ran(String rule, String column, boolean passed) {
    Cell cell = cell(rule, column);
    if (passed) {
      cell.passed++;
    } else {
      cell.failed++;
    }
  }

  synchronized void skipped(String rule, String column, String reason) {
    cell(rule, column).skipped.add(reason);
  }

  private Cell cell(String rule, String column) {
    return rows.computeIfAbsent(rule, r -> new TreeMap<>())
        .computeIfAbsent(column, c -> new Cell());
  }

  synchronized boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The matrix, the reasons of what was skipped, and what has no test. */
  synchronized String text() {
    List<String> columns = new ArrayList<>();
    ClientUnderTest.ALL.forEach(client -> columns.add(client.label()));
    columns.add(AGENT);
    StringBuilder text = new StringBuilder("\nThe contract: tests passed, rules by clients\n\n");
    List<String> numbers = new ArrayList<>();
    for (String column : columns) {
      numbers.add(Integer.toString(numbers.size() + 1));
      text.append(String.format("%4d  %s%n", numbers.size(), column));
    }
    text.append('\n').append(line("rule", numbers));
    rows.forEach(
        (rule, cells) ->
            text.append(
                line(
                    rule,
                    columns.stream()
                        .map(column -> cells.containsKey(column) ? cells.get(column) : "-")
                        .map(Object::toString)
                        .toList())));
    text.append("\nSkipped:\n");
    rows.forEach(
        (rule, cells) ->
            cells.values().stream()
                .flatMap(cell -> cell.skipped.stream())
                .distinct()
                .forEach(reason -> text.append(String.format("  %-8s%s%n", rule, reason))));
    text.append("\nJDKs: ").append(Jdks.found());
    text.append(Jdks.missing().isEmpty() ? "" : "; not found: " + Jdks.missing()).append('\n');
    List<String> untested = REQUIRED.stream().filter(rule -> !proved(rule)).toList();
    return text.append(untested.isEmpty() ? "" : "Not proved: " + untested + "\n").toString();
  }

  private boolean proved(String rule) {
    return rows.getOrDefault(rule, Map.of()).values().stream()
        .anyMatch(cell -> cell.passed > 0 && cell.failed == 0);
  }

  private static String line(String rule, List<String> cells) {
    return cells.stream()
        .map(cell -> String.format("%7s", cell))
        .collect(Collectors.joining("", String.format("%-" + LABEL + "s", rule), "\n"));
  }

  /** 2.2 before 2.10, and what has no number last. */
  private static Comparator<String> byNumber() {
    return Comparator.comparingInt((String rule) -> part(rule, 0))
        .thenComparingInt(rule -> part(rule, 1))
        .thenComparing(Comparator.naturalOrder());
  }

  private static int part(String rule, int index) {
    String[] parts = rule.split("\\.", 2);
    if (!rule.matches("[0-9.]+")) {
      return Integer.MAX_VALUE;
    }
    return index < parts.length ? Integer.parseInt(parts[index]) : 0;
  }
}
