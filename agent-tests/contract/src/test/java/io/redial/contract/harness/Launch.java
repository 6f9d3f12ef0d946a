package io.redial.contract.harness;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * How a program is started. Immutable.
 *
 * @param wrapper the words before the launcher, a shell's for instance
 * @param java the launcher
 * @param flags the JVM's
 * @param classPath the program's
 */
public record Launch(List<String> wrapper, Path java, List<String> flags, List<Path> classPath) {
  /** Some agents take long to start on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final String OPTIONS = "budget=off,backoff=none";

  /** As plain as can be, with every client of a plain build on the class path. */
  public static Launch on(Jdk jdk, List<ClientUnderTest> clients) {
    Jvm jvm = clients.get(0).jvm(jdk);
    return new Launch(List.of(), jdk.program("java"), List.of(), jvm.classPath());
  }

  /** The same with further flags. */
  public Launch with(String... more) {
    return new Launch(wrapper, java, joined(flags, more), classPath);
  }

  /** The same behind other words. */
  public Launch behind(String... words) {
    return new Launch(List.of(words), java, flags, classPath);
  }

  /** The same by another launcher. */
  public Launch by(Path launcher) {
    return new Launch(wrapper, launcher, flags, classPath);
  }

  /** The same with each entry of the class path exchanged. */
  public Launch classPath(UnaryOperator<Path> exchange) {
    return new Launch(wrapper, java, flags, classPath.stream().map(exchange).toList());
  }

  /** The same under the agent. */
  public Launch agent() {
    return with(AgentJar.option(OPTIONS));
  }

  /** Runs a main class to its end. */
  public Program run(Class<?> main, List<String> arguments) {
    List<String> command = new ArrayList<>(wrapper);
    command.add(java.toString());
    command.addAll(flags);
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add(main.getName());
    command.addAll(arguments);
    return Program.run(command, Map.of(), PATIENCE);
  }

  private static List<String> joined(List<String> first, String... more) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }
}
