package io.redial;

import io.redial.weave.Installation;
import java.lang.instrument.Instrumentation;

/**
 * The door: the JVM enters here, for {@code -javaagent} and for an agent that is attached later.
 *
 * <p>Nothing leaves these methods: an exception out of {@code premain} would end the JVM.
 */
public final class RedialAgent {
  private RedialAgent() {}

  /** Entered before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    Installation.install(arguments, instrumentation, true);
  }

  /** Entered in a running program. */
  public static void agentmain(String arguments, Instrumentation instrumentation) {
    Installation.install(arguments, instrumentation, false);
  }
}
