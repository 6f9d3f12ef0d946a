package io.redial.benchmarks.call;

import io.redial.benchmarks.Effort;
import io.redial.benchmarks.Median;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What several JVMs measured of one benchmark. */
final class CallRun {
  private static final int WARM_UPS = 5;

  private final List<Double> nanos = new ArrayList<>();
  private final List<Double> bytes = new ArrayList<>();

  /** Runs the benchmark in one more JVM. */
  void fork(CallTable.Row row, Effort effort, List<String> agents) throws RunnerException {
    List<String> jvm = new ArrayList<>(List.of("-Xms512m", "-Xmx512m"));
    agents.forEach(agent -> jvm.add("-javaagent:" + agent));
    Options options =
        new OptionsBuilder()
            .include(HealthyCall.class.getName() + "\\." + row.method() + "$")
            .param("transport", row.transport())
            .forks(1)
            .warmupIterations(WARM_UPS)
            .warmupTime(TimeValue.milliseconds(effort.iterationMillis()))
            .measurementIterations(effort.iterations())
            .measurementTime(TimeValue.milliseconds(effort.iterationMillis()))
            .addProfiler(GCProfiler.class)
            .jvmArgs(jvm.toArray(new String[0]))
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    for (RunResult result : new Runner(options).run()) {
      result.getBenchmarkResults().stream()
          .flatMap(fork -> fork.getIterationResults().stream())
          .forEach(this::add);
    }
  }

  private void add(IterationResult iteration) {
    iteration
        .getSecondaryResults()
        .forEach(
            (name, result) -> {
              if (name.equals(CpuTime.NAME)) {
                nanos.add(result.getScore());
              } else if (name.endsWith("gc.alloc.rate.norm")) {
                bytes.add(result.getScore());
              }
            });
  }

  /** The CPU time of a call. */
  Median nanos() {
    return Median.of(nanos);
  }

  /** What all threads together allocate for a call, the loopback server's included. */
  Median bytes() {
    return Median.of(bytes);
  }
}
