package io.redial.benchmarks.start;

import io.redial.benchmarks.CannedServer;
import io.redial.benchmarks.Effort;
import io.redial.benchmarks.Median;
import io.redial.benchmarks.Table;
import io.redial.benchmarks.Target;
import io.redial.benchmarks.agents.AgentJar;
import io.redial.benchmarks.agents.EmptyAgent;
import io.redial.benchmarks.programs.ClassPath;
import io.redial.benchmarks.programs.FirstResponse;
import io.redial.benchmarks.programs.NoClient;
import io.redial.benchmarks.start.Starts.Variant;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What the agent adds to the start of a program. */
public final class StartTable {
  /** How many more runs there are of the program that needs a fraction of the other's time. */
  private static final int QUICK_ONES = 4;

  private static final Target CPU = new Target(1.10, "%.2f");
  private static final Target FIRST_RESPONSE = new Target(250, "+%.0f ms");

  private final Table table =
      new Table(
          "program", "runs", "no agent", "empty agent", "Redial", "to empty", "more", "target");
  private final Map<Variant, Path> agents;
  private final Path folder;
  private boolean met = true;

  private StartTable(Map<Variant, Path> agents, Path folder) {
    this.agents = agents;
    this.folder = folder;
  }

  /**
   * Measures and prints.
   *
   * @param redial the agent's jar
   * @param folder for the jar of the empty agent and the programs
   * @return whether the targets are met
   */
  public static boolean print(Effort effort, Path redial, Path folder, PrintStream out)
      throws IOException, InterruptedException {
    StartTable start =
        new StartTable(
            Map.of(
                Variant.EMPTY_AGENT, AgentJar.of(EmptyAgent.class, folder), Variant.REDIAL, redial),
            folder);
    out.println("Start: medians of the runs; the variants alternate");
    start.noClient(QUICK_ONES * effort.starts());
    start.firstResponse(effort.starts());
    start.table.print(out);
    return start.met;
  }

  private void noClient(int rounds) throws IOException, InterruptedException {
    Starts starts = starts(rounds, NoClient.class, List.of());
    Measured wall = new Measured(starts, Launch::wallMillis);
    Measured cpu = new Measured(starts, Launch::cpuMillis);
    add("no HTTP client, wall", wall, "");
    add("no HTTP client, CPU", cpu, verdict(CPU, cpu.ratio()));
  }

  private void firstResponse(int rounds) throws IOException, InterruptedException {
    try (CannedServer server = CannedServer.start()) {
      List<String> arguments = List.of(server.uri().toString());
      Starts starts = starts(rounds, FirstResponse.class, arguments);
      Measured wall = new Measured(starts, Launch::wallMillis);
      add("first response, wall", wall, verdict(FIRST_RESPONSE, wall.difference()));
      add("first response, CPU", new Measured(starts, Launch::cpuMillis), "");
    }
  }

  private Starts starts(int rounds, Class<?> program, List<String> arguments)
      throws IOException, InterruptedException {
    Path classPath = ClassPath.of(program, folder.resolve(program.getSimpleName()));
    return Starts.of(rounds, program, classPath, arguments, agents);
  }

  private String verdict(Target target, double measured) {
    met &= target.met(measured);
    return target.verdict(measured);
  }

  private void add(String program, Measured measured, String verdict) {
    table.add(
        program,
        Integer.toString(measured.runs),
        millis(measured.none),
        millis(measured.empty),
        millis(measured.redial),
        String.format(Locale.ROOT, "x %.2f", measured.ratio()),
        String.format(Locale.ROOT, "%+.0f ms", measured.difference()),
        verdict.isEmpty() ? "-" : verdict);
  }

  private static String millis(Median median) {
    return String.format(Locale.ROOT, "%.0f ±%.0f ms", median.value(), median.deviation());
  }

  private record Measured(int runs, Median none, Median empty, Median redial) {
    Measured(Starts starts, ToDoubleFunction<Launch> figure) {
      this(
          starts.rounds(),
          starts.median(Variant.NO_AGENT, figure),
          starts.median(Variant.EMPTY_AGENT, figure),
          starts.median(Variant.REDIAL, figure));
    }

    /** Redial's part of the empty agent's. */
    double ratio() {
      return redial.value() / empty.value();
    }

    double difference() {
      return redial.value() - empty.value();
    }
  }
}
