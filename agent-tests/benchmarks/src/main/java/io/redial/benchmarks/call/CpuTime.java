package io.redial.benchmarks.call;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a call costs all Java threads of the JVM together, the loopback server's included. Elapsed
 * time would rather measure what else the machine has to do, and the compiler's threads.
 */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class CpuTime {
  static final String NAME = "nanosPerCall";

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private long calls;
  private long start;
  private long used;

  /** Begins an iteration. */
  @Setup(Level.Iteration)
  public void begin() {
    calls = 0;
    start = now();
  }

  /** Ends it. */
  @TearDown(Level.Iteration)
  public void end() {
    used = now() - start;
  }

  void count() {
    calls++;
  }

  /** The iteration's result; JMH reports it under this method's name. */
  public double nanosPerCall() {
    return (double) used / calls;
  }

  private static long now() {
    long sum = 0;
    for (long id : THREADS.getAllThreadIds()) {
      sum += Math.max(0, THREADS.getThreadCpuTime(id));
    }
    return sum;
  }
}
