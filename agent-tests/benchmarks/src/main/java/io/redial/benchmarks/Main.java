package io.redial.benchmarks;

import io.redial.benchmarks.call.CallTable;
import io.redial.benchmarks.start.StartTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Prints the tables of docs/performance.md. */
public final class Main {
  private Main() {}

  /**
   * Measures.
   *
   * @param arguments the agent's jar, then {@code --quick} or nothing for the full measure, then
   *     {@code --check} to end with status 1 if a target is missed
   */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, RunnerException {
    Path redial = Path.of(arguments[0]).toAbsolutePath();
    List<String> flags = Arrays.asList(arguments).subList(1, arguments.length);
    Effort effort = flags.contains("--quick") ? Effort.QUICK : Effort.FULL;
    boolean met = run(effort, redial);
    System.exit(met || !flags.contains("--check") ? 0 : 1);
  }

  /** Prints both tables; whether all targets are met. */
  static boolean run(Effort effort, Path redial)
      throws IOException, InterruptedException, RunnerException {
    Path folder = Files.createTempDirectory("benchmarks");
    System.out.printf(
        "Java %s, %d processors%n%n",
        Runtime.version(), Runtime.getRuntime().availableProcessors());
    boolean starts = StartTable.print(effort, redial, folder, System.out);
    System.out.println();
    return CallTable.print(effort, redial, folder, System.out) && starts;
  }
}
