package io.redial.benchmarks.start;

import io.redial.benchmarks.Median;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A program started again and again, without an agent and with each, in turns. */
final class Starts {
  /** What a program is started with. */
  enum Variant {
    NO_AGENT,
    EMPTY_AGENT,
    REDIAL
  }

  private final Map<Variant, List<Launch>> launches = new EnumMap<>(Variant.class);

  private Starts() {
    for (Variant variant : Variant.values()) {
      launches.put(variant, new ArrayList<>());
    }
  }

  /**
   * Starts a program in each variant.
   *
   * @param rounds how often; a first round, which fills the file cache, is not counted
   * @param classPath where the program is, and nothing else
   * @param agents the jars of the variants that have one
   */
  static Starts of(
      int rounds,
      Class<?> program,
      Path classPath,
      List<String> arguments,
      Map<Variant, Path> agents)
      throws IOException, InterruptedException {
    Starts starts = new Starts();
    Variant[] variants = Variant.values();
    for (int round = -1; round < rounds; round++) {
      for (int turn = 0; turn < variants.length; turn++) {
        // Each round begins with another one: none is always the one after a pause.
        Variant variant = variants[(turn + round + 1) % variants.length];
        Launch launch = Launch.of(command(program, classPath, arguments, agents.get(variant)));
        if (round >= 0) {
          starts.launches.get(variant).add(launch);
        }
      }
    }
    return starts;
  }

  private static List<String> command(
      Class<?> program, Path classPath, List<String> arguments, Path agent) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (agent != null) {
      command.add("-javaagent:" + agent);
    }
    command.add("-cp");
    command.add(classPath.toString());
    command.add(program.getName());
    command.addAll(arguments);
    return command;
  }

  int rounds() {
    return launches.get(Variant.REDIAL).size();
  }

  Median median(Variant variant, ToDoubleFunction<Launch> figure) {
    return Median.of(launches.get(variant).stream().mapToDouble(figure).boxed().toList());
  }
}
