package com.example.demo;

import com.example.failing.FailingServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the table of the README and ends with status 1 if a line is not what it should be. */
public final class Demo {
  private final Path agent;
  private final Path samples;
  private final FailingServer server;
  private final Table table =
      new Table(4, "client", "call", "without", "with", "attempts", "waited");
  private final List<String> faults = new ArrayList<>();
  private int calls;

  private Demo(Path agent, Path samples, FailingServer server) {
    this.agent = agent;
    this.samples = samples;
    this.server = server;
  }

  /**
   * Runs the programs and prints the table.
   *
   * @param arguments the agent's jar, the folder of the samples, and optionally the names of
   *     samples ({@code jdk-client}) to run in place of all
   */
  public static void main(String[] arguments) throws Exception {
    List<Sample> shown =
        arguments.length == 2
            ? Sample.ALL
            : Arrays.stream(arguments).skip(2).map(Sample::named).toList();
    boolean asItShouldBe;
    try (FailingServer server = FailingServer.start()) {
      Demo demo = new Demo(Path.of(arguments[0]), Path.of(arguments[1]), server);
      for (Sample sample : shown) {
        demo.run(sample);
      }
      asItShouldBe = demo.report();
    }
    System.exit(asItShouldBe ? 0 : 1);
  }

  private void run(Sample sample) throws IOException, InterruptedException {
    Program program = new Program(sample.jar(samples), server);
    Map<String, Observed> without = program.run(sample.rows(), List.of());
    Map<String, Observed> with = program.run(sample.rows(), List.of("-javaagent:" + agent));
    for (Row row : sample.rows()) {
      line(sample.client(), row, without.get(row.name()), with.get(row.name()));
    }
  }

  private void line(String client, Row row, Observed without, Observed with) {
    calls++;
    table.add(
        client,
        row.title(),
        without.shortOutcome(),
        with.shortOutcome(),
        Integer.toString(with.attempts().size()),
        with.attempts().size() > 1 ? seconds(with.waited()) : "-");
    for (String fault : Check.faults(row, without, with)) {
      faults.add(client + ", " + row.title() + ": " + fault);
    }
  }

  private boolean report() {
    table.print(System.out);
    System.out.println();
    faults.forEach(System.out::println);
    System.out.println(
        faults.isEmpty()
            ? "All " + calls + " calls went as they should."
            : "Not as it should be: " + faults.size() + " of what was checked.");
    return faults.isEmpty();
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.2f s", duration.toMillis() / 1000.0);
  }
}
