package io.redial.contract.nets.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What all rounds came to, a line for each: without the agent / with it. */
final class LoadTable {
  private static final String FORM =
      "%-30s %-6s %-11s %-7s %7s %7s %11s %13s %9s %9s %13s %5s %5s%n";
  private static final String HEADER =
      String.format(
          FORM,
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
          "probe");

  private static final Queue<String> LINES = new ConcurrentLinkedQueue<>();

  private LoadTable() {}

  static void add(Mode mode, int jdk, Comparison comparison) {
    RoundResult with = comparison.with();
    LoadRound round = with.round();
    LINES.add(
        String.format(
            FORM,
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

  /** Prints the table and keeps it as a file. */
  static void print() {
    StringBuilder text = new StringBuilder(HEADER);
    LINES.stream().sorted().forEach(text::append);
    System.out.println("\nLoad, without the agent / with it\n\n" + text);
    Path folder = Path.of(System.getProperty("nets.folder", "target/nets"));
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("load.txt"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
