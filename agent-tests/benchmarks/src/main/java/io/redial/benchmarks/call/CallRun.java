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
import org.openjdk.jmh.runner.options.VerboseMode;

/** What several JVMs measured of one benchmark. */
final class CallRun {
  /** With -Xbatch it is the number of calls that has code compiled, not how busy the machine is. */
  private static final List<String> JVM = List.of("-Xms512m", "-Xmx512m", "-Xbatch");

  private static final int WARM_UPS = 12;

  private final List<Double> nanos = new ArrayList<>();
  private final List<Double> bytes = new ArrayList<>();

  /** Runs the benchmark in one more JVM. */
  void fork(CallTable.Row row, Effort effort, List<String> agents) throws RunnerException {
    List<String> jvm = new ArrayList<>(JVM);
    int calls = Math.max(1, effort.calls() / row.weight());
    agents.forEach(agent -> jvm.add("-javaagent:" + agent));
    Options options =
        new OptionsBuilder()
            .include("\\." + row.method() + "$")
            .param("transport", row.transport())
            .forks(1)
            .warmupIterations(WARM_UPS)
            .warmupBatchSize(calls)
            .measurementIterations(effort.iterations())
            .measurementBatchSize(calls)
            .addProfiler(GCProfiler.class)
            .jvmArgs(jvm.toArray(new String[0]))
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .build();
    for (RunResult result : new Runner(options).run()) {
      result.getBenchmarkResults().stream()
          .flatMap(fork -> fork.getIterationResults().stream())
          .forEach(iteration -> add(iteration, calls));
    }
  }

  private void add(IterationResult iteration, int calls) {
    iteration
        .getSecondaryResults()
        .forEach(
            (name, result) -> {
              if (name.equals(CpuTime.NAME)) {
                nanos.add(result.getScore());
              } else if (name.endsWith("gc.alloc.rate.norm")) {
                bytes.add(result.getScore() / calls);
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
