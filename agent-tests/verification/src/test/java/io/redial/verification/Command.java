package io.redial.verification;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command that ran to its end.
 *
 * @param exit its exit status
 * @param output what it printed
 */
record Command(int exit, String output) {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Runs it with the JDK of the tests, and without what their environment says to agents. */
  static Command run(Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    Path log = Files.createTempFile("verification", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(Command::concernsAgents);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still running: " + command + "\n" + Files.readString(log));
      }
      return new Command(process.exitValue(), Files.readString(log));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      Files.deleteIfExists(log);
    }
  }

  private static boolean concernsAgents(String variable) {
    return variable.startsWith("REDIAL_")
        || variable.startsWith("OTEL_")
        || variable.startsWith("KUBE_CLIENT_")
        || variable.equals("JAVA_TOOL_OPTIONS")
        || variable.endsWith("JAVA_OPTIONS");
  }
}
