package io.redial.contract.nets.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** What every client came to. */
final class SoakTable {
  private static final String ROW = "%-26s %8s %8s %8s %6s %8s %6s %6s %7s %13s %8s %12s %12s%n";
  private static final int WIDTH = 100;

  private static final Queue<SoakTrial> TRIALS = new ConcurrentLinkedQueue<>();
  private static final Map<SoakTrial, Integer> BROKEN =
      new java.util.concurrent.ConcurrentHashMap<>();

  private SoakTable() {}

  static void add(SoakTrial trial, List<String> broken) {
    TRIALS.add(trial);
    BROKEN.put(trial, broken.size());
    System.out.print(rows(trial));
    broken.forEach(System.out::println);
  }

  /** Prints it and keeps it as a file. */
  static void print() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "JDK %s, seeds %s, %d threads for each client; heap in KiB, before / after%n%n",
            System.getProperty("java.version"), Settings.seedText(), Settings.THREADS));
    text.append(
        String.format(
            ROW,
            "client",
            "calls",
            "attempts",
            "faults",
            "kinds",
            "retries",
            "hung",
            "lost",
            "broken",
            "heap",
            "threads",
            "descriptors",
            "connections"));
    List<SoakTrial> trials =
        TRIALS.stream().sorted(Comparator.comparing(one -> one.mode().toString())).toList();
    trials.forEach(trial -> text.append(rows(trial)));
    text.append("\nFaults by kind\n");
    trials.forEach(trial -> text.append("\n").append(faults(trial)));
    System.out.println("\n" + text);
    keep("soak.txt", text.toString());
  }

  private static String rows(SoakTrial trial) {
    return row(trial.mode().toString(), trial.with(), BROKEN.get(trial).toString())
        + row("  without the agent", trial.without(), "");
  }

  private static String row(String name, SoakResult result, String broken) {
    Map<String, LongAdder> faults = result.ledger().faults();
    return String.format(
        ROW,
        name,
        result.after("calls"),
        sum(faults),
        result.ledger().faultsPlayed(),
        faults.keySet().stream().filter(fault -> !fault.matches("good|none")).count(),
        result.after("retries"),
        result.hung(),
        result.collateral(),
        broken,
        pair(result, "heap"),
        pair(result, "threads"),
        pair(result, "descriptors"),
        pair(result, "connections"));
  }

  private static String pair(SoakResult result, String fact) {
    return result.before(fact) + "/" + result.after(fact);
  }

  private static long sum(Map<String, LongAdder> faults) {
    return faults.values().stream().mapToLong(LongAdder::sum).sum();
  }

  private static String faults(SoakTrial trial) {
    StringBuilder text = new StringBuilder();
    StringBuilder line = new StringBuilder(trial.mode() + ":");
    for (String fault :
        new TreeMap<>(trial.with().ledger().faults())
            .entrySet().stream()
                .map(entry -> " " + entry.getKey() + " " + entry.getValue())
                .collect(Collectors.toList())) {
      if (line.length() + fault.length() > WIDTH) {
        text.append(line).append("\n ");
        line.setLength(0);
      }
      line.append(fault).append(",");
    }
    line.setLength(line.length() - 1);
    return text.append(line).append("\n").toString();
  }

  /** Keeps a table as a file. */
  static void keep(String file, String text) {
    Path folder = Path.of(System.getProperty("nets.folder", "target/nets"));
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
