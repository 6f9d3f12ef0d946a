package io.redial.contract.harness;

import java.nio.file.Files;
import java.nio.file.Path;

/** The shaded jar under test. */
public final class AgentJar {
  private AgentJar() {}

  /** Where it is. */
  public static Path path() {
    Path jar =
        Path.of(System.getProperty("contract.agent.jar", "../../agent/target/redial-agent.jar"))
            .toAbsolutePath()
            .normalize();
    if (!Files.exists(jar)) {
      throw new IllegalStateException(jar + " is missing: build the agent first");
    }
    return jar;
  }

  /** The JVM's argument that attaches it. */
  public static String option(String options) {
    return "-javaagent:" + path() + (options.isEmpty() ? "" : "=" + options);
  }

  /** Another agent's jar, as the build put it ready. */
  public static Path other(String name) {
    return Path.of(System.getProperty("contract.other.agents", "../other-agents/target/agents"))
        .toAbsolutePath()
        .resolve(name);
  }
}
