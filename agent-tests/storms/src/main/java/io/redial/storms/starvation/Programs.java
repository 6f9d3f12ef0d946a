package io.redial.storms.starvation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** {@link Service}s in JVMs of their own, one for each agent, that run at the same moment. */
final class Programs {
  private final List<Path> agents;

  /**
   * Creates programs.
   *
   * @param agents the agent of each program; null for none
   */
  Programs(List<Path> agents) {
    this.agents = agents;
  }

  /** Returns how much of the healthy work each program did within the given time. */
  int[] serve(Outage outage, long millis) throws IOException {
    List<Dependency> dependencies = new ArrayList<>();
    try {
      List<List<String>> arguments = new ArrayList<>();
      for (int i = 0; i < agents.size(); i++) {
        Dependency healthy = new Dependency();
        dependencies.add(healthy);
        Dependency failing = outage.hosts() == 1 ? healthy : new Dependency();
        dependencies.add(failing);
        arguments.add(
            List.of(
                "service",
                healthy.url("/ok"),
                failing.url(outage.failure()),
                Integer.toString(outage.threads()),
                Integer.toString(outage.others()),
                Integer.toString(outage.pauseMillis()),
                Long.toString(millis)));
      }
      return run(arguments);
    } finally {
      for (Dependency dependency : dependencies) {
        dependency.close();
      }
    }
  }

  /** Returns how many calls of a job succeeded in each program. */
  int[] work(int threads) throws IOException {
    List<List<String>> arguments = new ArrayList<>();
    List<Dependency> dependencies = new ArrayList<>();
    try {
      for (int i = 0; i < agents.size(); i++) {
        Dependency dependency = new Dependency();
        dependencies.add(dependency);
        arguments.add(List.of("job", dependency.url(""), Integer.toString(threads)));
      }
      return run(arguments);
    } finally {
      for (Dependency dependency : dependencies) {
        dependency.close();
      }
    }
  }

  private int[] run(List<List<String>> arguments) throws IOException {
    List<Process> processes = new ArrayList<>();
    List<BufferedReader> outputs = new ArrayList<>();
    try {
      for (int i = 0; i < agents.size(); i++) {
        Process process = start(command(agents.get(i), arguments.get(i)));
        processes.add(process);
        outputs.add(
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
      }
      for (BufferedReader output : outputs) {
        expect("ready", output.readLine());
      }
      for (Process process : processes) {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
      }
      int[] results = new int[agents.size()];
      for (int i = 0; i < results.length; i++) {
        results[i] = Integer.parseInt(outputs.get(i).readLine());
      }
      return results;
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private static void expect(String expected, String line) throws IOException {
    if (!expected.equals(line)) {
      throw new IOException("a program did not start: " + line);
    }
  }

  private static List<String> command(Path agent, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (agent != null) {
      command.add("-javaagent:" + agent + "=log=none");
    }
    command.addAll(Arrays.asList("-Xss256k", "-cp", System.getProperty("java.class.path")));
    command.add(Service.class.getName());
    command.addAll(arguments);
    return command;
  }

  /** Without what the tester's environment would have the agent or the JVM do. */
  private static Process start(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.DISCARD);
    builder.environment().keySet().removeIf(Programs::concernsJava);
    return builder.start();
  }

  private static boolean concernsJava(String variable) {
    String upper = variable.toUpperCase(Locale.ROOT);
    return upper.startsWith("REDIAL_")
        || upper.startsWith("KUBE_CLIENT_")
        || upper.endsWith("JAVA_OPTIONS")
        || upper.equals("JAVA_TOOL_OPTIONS");
  }
}
