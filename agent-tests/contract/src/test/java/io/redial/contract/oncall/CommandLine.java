package io.redial.contract.oncall;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Redial's command line as somebody has it at hand. Immutable.
 *
 * @param prefix the words before the launcher, of another user for instance
 * @param java the launcher
 * @param jar the agent's
 */
record CommandLine(List<String> prefix, Path java, Path jar) {

  static CommandLine by(Path java) {
    return new CommandLine(List.of(), java, AgentJar.path());
  }

  Program run(String... words) {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(List.of(java.toString(), "-jar", jar.toString()));
    command.addAll(List.of(words));
    return Program.run(command, Map.of());
  }
}
