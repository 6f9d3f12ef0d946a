package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The unit that the manual tells people to copy. */
@Tag("programs")
final class SystemdTest {
  private static final Path SAMPLES =
      Path.of(System.getProperty("contract.project.root", "../..")).resolve("samples/deploy");
  private static final Path UNIT = SAMPLES.resolve("orders.service");
  private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");

  /** The values of a key, its specifiers resolved and its paths as they are here. */
  private static List<String> values(String key) throws IOException {
    return Files.readAllLines(UNIT).stream()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .map(value -> value.replace("%N", "orders").replace("%%", "%"))
        .map(value -> value.replace("/opt/redial/redial-agent.jar", AgentJar.path().toString()))
        .map(value -> value.replace("/etc/redial", SAMPLES.toAbsolutePath().toString()))
        .toList();
  }

  @Test
  void aServiceStartedByItRetries() throws IOException {
    String[] variable = values("Environment").get(0).split("=", 2);
    assertThat(values("ExecStart")).singleElement().asString().startsWith("/usr/bin/java ");

    try (FaultServer server = new FaultServer();
        Fetcher program = Fetcher.start(Jvm.of(Jdks.running()), Map.of(variable[0], variable[1]))) {
      server.plays(Answer.unavailable("0"), Answer.ok("up"));
      assertThat(program.get(server.url())).isEqualTo("status 200");
      assertThat(program.err("service orders, options from")).hasSize(1);
      assertThat(program.err("in use:")).singleElement().asString().contains("max-retries=5");
    }
  }

  @Test
  void itsCheckFindsNoFaults() throws IOException {
    String command = values("ExecStartPre").get(0);
    assertThat(command).startsWith("-");
    List<String> words = new ArrayList<>(List.of(command.substring(1).split(" ")));
    words.replaceAll(
        word -> word.equals("java") ? Jdks.running().program("java").toString() : word);

    Program check = Program.run(words, Map.of());

    assertThat(check.exit()).as("%s", check).isZero();
    assertThat(check.out()).contains("route stock:").contains("max-retries       5 ");
    assertThat(check.err()).isEmpty();
  }

  static boolean systemdIsThere() {
    return Files.isExecutable(ANALYZE);
  }

  @Test
  @EnabledIf("systemdIsThere")
  void systemdFindsNoFaultsInIt(@TempDir Path folder) throws IOException {
    // Another user and another program than this machine has would be faults, too.
    String unit =
        Files.readString(UNIT)
            .replace("User=orders", "User=root")
            .replace("/usr/bin/java", Jdks.running().program("java").toString());
    Path file = folder.resolve("orders.service");
    Files.writeString(file, unit);

    Program analyze = Program.run(List.of(ANALYZE.toString(), "verify", file.toString()), Map.of());

    assertThat(analyze.err()).doesNotContain("orders.service");
  }
}
