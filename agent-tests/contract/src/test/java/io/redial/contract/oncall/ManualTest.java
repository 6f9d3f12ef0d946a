package io.redial.contract.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command that docs/operations.md prints is run as it stands there, in that order, with the
 * program's own number, this machine's paths and a free port. What a table of the manual's begins
 * with is what the command prints.
 */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class ManualTest {
  private static final Path MANUAL = Path.of("../../docs/operations.md");

  /** A line of a code block, or words within a sentence that have a process's number. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "^(?:\\$ )?((?:redial|jcmd|jfr) .+)$|`(redial [a-z-]+ 17568[^`]*)`", Pattern.MULTILINE);

  private static final Pattern TABLE =
      Pattern.compile("^\\$ (redial .+)\n([A-Z]{2}.+)$", Pattern.MULTILINE);
  private static final String JAR = "/opt/redial/redial-agent.jar";

  @TempDir private Path folder;
  private final int port = freePort();

  private static List<String> commands() throws IOException {
    return COMMAND
        .matcher(Files.readString(MANUAL))
        .results()
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .toList();
  }

  private String here(String command, Subject alone) throws IOException {
    Path passwords = folder.resolve("jmx.password");
    if (Files.notExists(passwords)) {
      Files.writeString(passwords, "controlRole secret\n");
      Files.setPosixFilePermissions(passwords, PosixFilePermissions.fromString("rw-------"));
    }
    String pid = Long.toString(alone.process().pid());
    return command
        .replace("/tmp/", folder + "/")
        .replace("duration=60s", "duration=1s")
        .replace("'", "")
        .replace("9010", Integer.toString(port))
        .replaceFirst("\\b(17568|PID)\\b", pid)
        .replace(JAR, AgentJar.path().toString())
        .replace("/etc/redial/jmx.password", passwords.toString());
  }

  private static int freePort() {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Program run(String command, Subject alone) throws IOException {
    List<String> words = new ArrayList<>(List.of(here(command, alone).split(" ")));
    String program = words.remove(0);
    if (program.equals("redial")) {
      return CommandLine.by(alone.jdk().program("java")).run(words.toArray(new String[0]));
    }
    words.add(0, alone.jdk().program(program).toString());
    return Program.run(words, Map.of());
  }

  @ContractTest
  @Rule({"11.2", "11.3"})
  @Needs(Feature.JAVA_NET_HTTP)
  void everyCommandWorksAsPrinted(Subject subject, FaultServer server) throws Exception {
    Path file = Files.writeString(folder.resolve("orders.properties"), "deadline = none\n");
    Subject alone = subject.with("config=" + file).alone();
    server.plays(Answer.unavailable("600"), Answer.unavailable("600"), Answer.unavailable("600"));
    server.plays(Answer.ok("up"));
    List<Pending> calls = new ArrayList<>();
    for (String path : List.of("/items", "/prices", "/stock")) {
      calls.add(alone.get(server.url(path)).start());
      Eventually.until(() -> server.attempts().size() == calls.size());
    }
    String manual = Files.readString(MANUAL);
    Map<String, String> tables =
        TABLE
            .matcher(manual)
            .results()
            .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));

    assertThat(commands()).hasSizeGreaterThan(12);
    // The folder that the command line asks through is made off the calls' threads.
    Eventually.until(() -> run("redial status PID", alone).exit() == 0);
    for (String command : commands()) {
      if (command.startsWith("jfr")) { // The JVM writes the recording when its time is over.
        Eventually.until(() -> run(command, alone).exit() == 0);
      }
      Program ran = run(command, alone);
      // The agent is there already, as the manual goes on to show.
      int exit = command.startsWith("redial attach") ? 3 : 0;
      assertThat(ran.exit()).as("%s: %s", command, ran).isEqualTo(exit);
      if (tables.containsKey(command)) {
        assertThat(ran.out().lines().map(ManualTest::words))
            .as("%s", command)
            .contains(words(tables.get(command)));
      }
    }
    assertThat(calls.stream().map(call -> call.reply().get("status")))
        .containsExactlyInAnyOrder("200", "503", "503");
  }

  private static String words(String line) {
    return line.replaceAll(" +", " ");
  }
}
