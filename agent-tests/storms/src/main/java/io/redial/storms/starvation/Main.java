package io.redial.storms.starvation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Measures how much of its healthy work a service does while a dependency fails. */
public final class Main {
  /** What has to be left of the work. */
  private static final double TARGET = 0.70;

  private static final int[] JOBS = {1, 5, 20};
  private static final int CALLS_OF_A_THREAD = 10;

  private final Programs programs;
  private final boolean hasBefore;
  private final int runs;
  private final long millis;
  private boolean isMissed;

  /**
   * Creates a measurement.
   *
   * @param before the jar of an earlier version to compare with, or null
   * @param runs how often each case is run; the median counts
   * @param millis how long a run takes
   */
  Main(Path agent, Path before, int runs, long millis) {
    List<Path> agents = new ArrayList<>(Arrays.asList(null, agent));
    if (before != null) {
      agents.add(before);
    }
    this.programs = new Programs(agents);
    this.hasBefore = before != null;
    this.runs = runs;
    this.millis = millis;
  }

  /**
   * Prints the tables.
   *
   * @param arguments the agent's jar, then {@code --quick} for short single runs, {@code
   *     --before=JAR} to compare with another version, {@code --check} to end with status 1 if the
   *     target is missed
   */
  public static void main(String[] arguments) throws IOException {
    List<String> flags = Arrays.asList(arguments).subList(1, arguments.length);
    boolean quick = flags.contains("--quick");
    Path before = null;
    for (String flag : flags) {
      if (flag.startsWith("--before=")) {
        before = Path.of(flag.substring("--before=".length())).toAbsolutePath();
      }
    }
    Path agent = Path.of(arguments[0]).toAbsolutePath();
    Main main = new Main(agent, before, quick ? 1 : 3, quick ? 5_000 : 10_000);
    main.printServices(Outage.all());
    System.out.println();
    main.printJobs();
    System.exit(flags.contains("--check") && main.isMissed ? 1 : 0);
  }

  private void printServices(List<Outage> outages) throws IOException {
    System.out.println(
        "| pool | the dependency fails with | hosts | calls without the agent | with it | share |"
            + (hasBefore ? " before | share |" : ""));
    System.out.println("|---|---|--:|--:|--:|--:|" + (hasBefore ? "--:|--:|" : ""));
    for (Outage outage : outages) {
      System.out.println(row(outage));
    }
  }

  /** Returns the row of a case: the run in which the agent left the median share of the work. */
  String row(Outage outage) throws IOException {
    List<int[]> results = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      results.add(programs.serve(outage, millis));
    }
    results.sort(Comparator.comparingDouble(result -> share(result, 1)));
    int[] median = results.get(runs / 2);
    isMissed |= share(median, 1) < TARGET;
    StringBuilder row = new StringBuilder();
    row.append("| ").append(outage.pool()).append(" | ").append(outage.failureInWords());
    row.append(" | ").append(outage.hosts());
    row.append(String.format(Locale.ROOT, " | %,d", median[0]));
    for (int program = 1; program < median.length; program++) {
      double share = share(median, program);
      row.append(String.format(Locale.ROOT, " | %,d | %.2f", median[program], share));
    }
    return row.append(" |").toString();
  }

  private static double share(int[] result, int program) {
    return (double) result[program] / result[0];
  }

  private void printJobs() throws IOException {
    System.out.println(
        "| threads of a job | calls | failed without the agent | with it |"
            + (hasBefore ? " before |" : ""));
    System.out.println("|--:|--:|--:|--:|" + (hasBefore ? "--:|" : ""));
    for (int threads : JOBS) {
      System.out.println(jobRow(threads));
    }
  }

  /** Returns the row of a job: how many of its calls failed in each program. */
  String jobRow(int threads) throws IOException {
    int calls = threads * CALLS_OF_A_THREAD;
    StringBuilder row = new StringBuilder("| " + threads + " | " + calls);
    int[] succeeded = programs.work(threads);
    for (int count : succeeded) {
      row.append(" | ").append(calls - count);
    }
    isMissed |= succeeded[1] < calls;
    return row.append(" |").toString();
  }
}
