package io.redial.contract.harness;

import java.util.Locale;

/** What a tester's own environment must not bring into a subject. */
public final class Environment {
  private Environment() {}

  /** Whether a variable of that name changes what a JVM or the agent does. */
  public static boolean concernsJava(String variable) {
    String upper = variable.toUpperCase(Locale.ROOT);
    return upper.startsWith("REDIAL_")
        || upper.startsWith("OTEL_")
        || upper.startsWith("KUBE_CLIENT_")
        || upper.equals("JAVA_TOOL_OPTIONS")
        || upper.equals("JDK_JAVA_OPTIONS")
        || upper.equals("_JAVA_OPTIONS");
  }
}
