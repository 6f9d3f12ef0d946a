package io.redial.benchmarks.agents;

/** Does nothing: what it costs is the JVM's own agent support. */
public final class EmptyAgent {
  private EmptyAgent() {}

  /** Entered before {@code main}. */
  public static void premain(String arguments) {}
}
