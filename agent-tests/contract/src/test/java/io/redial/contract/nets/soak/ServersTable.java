package io.redial.contract.nets.soak;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What every client came to at real servers: without the agent / with it. */
final class ServersTable {
  private static final String ROW = "%-8s %-26s %15s %13s %9s %7s%n";

  private static final Queue<String> ROWS = new ConcurrentLinkedQueue<>();

  private ServersTable() {}

  static void add(Proxy.Kind kind, SoakTrial trial, java.util.List<String> broken) {
    ROWS.add(
        String.format(
            ROW,
            kind,
            trial.mode(),
            calls(trial.without()) + "/" + calls(trial.with()),
            failed(trial.without()) + "/" + failed(trial.with()),
            trial.with().after("retries"),
            broken.size()));
  }

  /** Prints it and keeps it as a file. */
  static void print() {
    StringBuilder text =
        new StringBuilder(
            String.format(ROW, "server", "client", "calls", "failed", "retries", "broken"));
    ROWS.stream().sorted().forEach(text::append);
    System.out.println("\nWithout the agent / with it\n\n" + text);
    SoakTable.keep("servers.txt", text.toString());
  }

  private static long calls(SoakResult result) {
    return result.after("calls");
  }

  private static long failed(SoakResult result) {
    return calls(result) - result.count("chaos", "good") - result.cancelled();
  }
}
