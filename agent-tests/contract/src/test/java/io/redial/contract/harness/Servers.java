package io.redial.contract.harness;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The servers of others that agent-tests/servers.sh has fetched. */
public final class Servers {
  private Servers() {}

  /** Where they are, or would be. */
  public static Path folder() {
    String named = System.getProperty("soak.servers", "");
    return named.isBlank()
        ? Path.of(System.getProperty("contract.project.root", "../.."), ".servers")
            .toAbsolutePath()
            .normalize()
        : Path.of(named);
  }

  /** Whether a program is there. */
  public static boolean have(String program) {
    Path root = folder().resolve("root/usr");
    return Files.exists(root.resolve("sbin").resolve(program))
        || Files.exists(root.resolve("bin").resolve(program));
  }

  /** The command that runs a program, with the libraries that came with it. */
  public static List<String> command(String program, String... args) {
    List<String> command = new ArrayList<>();
    command.add(folder().resolve("run").toString());
    command.add(program);
    command.addAll(List.of(args));
    return command;
  }
}
