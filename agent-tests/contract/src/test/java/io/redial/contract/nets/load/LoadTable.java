package io.redial.contract.nets.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What everything came to, a line for each: without the agent / with it. */
final class LoadTable {
  private static final String LOAD =
      "%-30s %-6s %-11s %-7s %7s %7s %11s %13s %9s %9s %13s %5s %5s%n";
  private static final String HAPPENINGS = "%-30s %-6s %-36s %7s %11s %13s%n";

  private static final Queue<String> ROUNDS = new ConcurrentLinkedQueue<>();
  private static final Queue<String> BESIDE = new ConcurrentLinkedQueue<>();

  private LoadTable() {}

  static void add(Mode mode, int jdk, Comparison comparison) {
    RoundResult with = comparison.with();
    LoadRound round = with.round();
    ROUNDS.add(
        String.format(
            LOAD,
            mode,
            jdk,
            round.variant().name(),
            round.kind(),
            round.threads(),
            round.calls(),
            comparison.most(RoundResult::failures) + "/" + with.failures(),
            comparison.most(RoundResult::connections) + "/" + with.connections(),
            comparison.most(RoundResult::repeated) + "/" + with.repeated(),
            comparison.most(RoundResult::threads)
                + "/"
                + with.threads()
                + "+"
                + with.agentThreads(),
            comparison.most(RoundResult::growth) + "/" + with.growth(),
            comparison.most(RoundResult::left) + "/" + with.left(),
            with.probe()));
  }

  /** What was not run without the agent is a dash. */
  static void add(
      Mode mode,
      int jdk,
      Map<String, Map<String, Long>> without,
      Map<String, Map<String, Long>> with) {
    with.forEach(
        (name, facts) -> {
          Map<String, Long> other = without.getOrDefault(name, Map.of());
          BESIDE.add(
              String.format(
                  HAPPENINGS,
                  mode,
                  jdk,
                  name,
                  facts.get("calls"),
                  number(other, "faults") + "/" + facts.get("faults"),
                  number(other, "connections") + "/" + facts.get("connections")));
        });
  }

  private static String number(Map<String, Long> facts, String name) {
    return facts.containsKey(name) ? Long.toString(facts.get(name)) : "-";
  }

  /** Prints the table of rounds and keeps it as a file. */
  static void printRounds() {
    print(
        "load.txt",
        String.format(
            LOAD,
            "client",
            "JDK",
            "agent",
            "kind",
            "threads",
            "calls",
            "failures",
            "connections",
            "repeated",
            "threads",
            "heap KiB",
            "left",
            "probe"),
        ROUNDS);
  }

  /** Prints the table of what happened beside other calls and keeps it as a file. */
  static void printHappenings() {
    print(
        "bystanders.txt",
        String.format(
            HAPPENINGS, "client", "JDK", "what happened", "calls", "faults", "connections"),
        BESIDE);
  }

  private static void print(String file, String header, Queue<String> lines) {
    StringBuilder text = new StringBuilder(header);
    lines.stream().sorted().forEach(text::append);
    System.out.println("\nWithout the agent / with it\n\n" + text);
    Path folder = Path.of(System.getProperty("nets.folder", "target/nets"));
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
