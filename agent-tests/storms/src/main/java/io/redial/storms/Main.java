package io.redial.storms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs every variant through the same outage and reports. */
public final class Main {
  private Main() {}

  /**
   * Prints the table.
   *
   * @param arguments the agent's jar and the folder of the manual, then {@code --write} to write
   *     storms.md and storms.svg there, {@code --check} to end with status 1 if the bound on the
   *     load is broken
   */
  public static void main(String[] arguments) throws IOException {
    Path agent = Path.of(arguments[0]).toAbsolutePath();
    Path docs = Path.of(arguments[1]);
    List<String> flags = Arrays.asList(arguments).subList(2, arguments.length);
    List<Run> runs = runAll(Scenario.FULL, List.of(Variant.values()), agent);
    Report report = new Report(runs);
    System.out.println(report.table());
    System.out.println("Load on the host with Redial's defaults: " + report.bound());
    if (flags.contains("--write")) {
      write(runs, docs);
    }
    System.exit(Bound.holds(report.redial()) || !flags.contains("--check") ? 0 : 1);
  }

  static List<Run> runAll(Scenario scenario, List<Variant> variants, Path agent)
      throws IOException {
    List<Run> runs = new ArrayList<>();
    for (Variant variant : variants) {
      runs.add(Callers.run(variant, scenario, agent));
    }
    return runs;
  }

  static void write(List<Run> runs, Path docs) throws IOException {
    Files.createDirectories(docs);
    Files.writeString(docs.resolve("storms.md"), new Report(runs).page());
    Files.writeString(docs.resolve("storms.svg"), Chart.of(runs));
  }
}
