package io.redial.storms;

import io.redial.storms.caller.CallerMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** The users' JVM, with the variant's agent attached or none. */
final class Callers {
  private Callers() {}

  /** Runs the scenario to its end. */
  static Run run(Variant variant, Scenario scenario, Path agent) throws IOException {
    try (FragileServer server = new FragileServer(scenario)) {
      List<String> command = command(variant, scenario, agent, server);
      Process process = start(command);
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        if (!"ready".equals(out.readLine())) {
          throw new IOException("did not start: " + command);
        }
        server.begin();
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        BitSet succeeded = succeeded(out);
        return new Run(variant, scenario, server.requests(), succeeded);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static List<String> command(
      Variant variant, Scenario scenario, Path agent, FragileServer server) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(variant.jvmArguments(agent));
    command.add("-Xss256k");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(CallerMain.class.getName());
    command.add(variant.caller());
    command.add(server.url("127.0.0.1"));
    command.add(server.url("localhost")); // Another host to a client, so that it counts for itself.
    command.add(Integer.toString(scenario.callsPerSecond()));
    command.add(Integer.toString(scenario.calls()));
    return command;
  }

  /** Without what the tester's environment would have the agent or the JVM do. */
  private static Process start(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
    builder.environment().keySet().removeIf(Callers::concernsJava);
    return builder.start();
  }

  private static boolean concernsJava(String variable) {
    String upper = variable.toUpperCase(Locale.ROOT);
    return upper.startsWith("REDIAL_")
        || upper.startsWith("KUBE_CLIENT_")
        || upper.endsWith("JAVA_OPTIONS")
        || upper.equals("JAVA_TOOL_OPTIONS");
  }

  private static BitSet succeeded(BufferedReader out) throws IOException {
    BitSet succeeded = new BitSet();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.endsWith(" ok")) {
        succeeded.set(Integer.parseInt(line.substring(0, line.indexOf(' '))));
      }
    }
    return succeeded;
  }
}
