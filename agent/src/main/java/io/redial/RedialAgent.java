package io.redial;

import io.redial.weave.Installation;
import java.lang.instrument.Instrumentation;

/**
 * The entry point of the agent, for {@code -javaagent} and for attaching to a running program.
 *
 * <p>These methods throw nothing: an exception from {@code premain} would end the JVM.
 */
public final class RedialAgent {
  private RedialAgent() {}

  /** Called before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    Installation.install(arguments, instrumentation, true);
  }

  /** Called when the agent is attached to a running program. */
  public static void agentmain(String arguments, Instrumentation instrumentation) {
    Installation.install(arguments, instrumentation, false);
  }
}
