package io.redial.contract.harness;

import io.redial.subjects.SubjectMain;
import java.io.File;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a JVM is to be started. Immutable; equal descriptions may share a process.
 *
 * @param jdk the runtime
 * @param args what stands before the main class, agents included
 * @param classPath the program's class path
 */
public record Jvm(Jdk jdk, List<String> args, List<Path> classPath) {

  /** A JVM without agents that has the subjects on its class path. */
  public static Jvm of(Jdk jdk) {
    return new Jvm(jdk, List.of(), List.of(subjects()));
  }

  /** The same with the agent under test. */
  public Jvm agent(String options) {
    return arg(AgentJar.option(options));
  }

  /** The same with further arguments of the JVM's. */
  public Jvm arg(String... more) {
    List<String> all = new ArrayList<>(args);
    all.addAll(List.of(more));
    return new Jvm(jdk, List.copyOf(all), classPath);
  }

  /** Whether there are agents, which may change what a JVM can do. */
  boolean hasAgents() {
    return args.stream().anyMatch(arg -> arg.startsWith("-javaagent"));
  }

  /** The same with a further entry on the class path. */
  public Jvm lib(Path entry) {
    List<Path> all = new ArrayList<>(classPath);
    all.add(entry);
    return new Jvm(jdk, args, List.copyOf(all));
  }

  /** The command that runs a program there. */
  public List<String> command(String mainClass, List<String> programArgs) {
    List<String> command = new ArrayList<>();
    command.add(jdk.program("java").toString());
    command.addAll(args);
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add(mainClass);
    command.addAll(programArgs);
    return command;
  }

  /** Where the subjects' classes are. */
  public static Path subjects() {
    CodeSource source = SubjectMain.class.getProtectionDomain().getCodeSource();
    return Path.of(source.getLocation().getPath());
  }
}
