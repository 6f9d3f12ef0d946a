package io.redial.contract.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.SubjectProcess;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Order;
import io.redial.subjects.SendScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code reload}: somebody has changed a file and does not want to wait. */
@Tag("programs")
final class ReloadCommandTest {
  private static final ClientUnderTest CLIENT = ClientUnderTest.JDK_SYNC;

  @TempDir private Path folder;

  private static String status(SubjectProcess program, String url) {
    Order get = new Order().set("client", CLIENT.adapter()).set("client-name", "own");
    get.set("method", "GET").set("url", url);
    return program.call(SendScenario.class, get.args()).get("status");
  }

  private Path file(String line) throws IOException {
    return Files.writeString(folder.resolve("orders.properties"), line + "\n");
  }

  @Test
  @Rule("11.6")
  void theFilesDecideAboutTheNextCallOnceItReturns() throws IOException {
    Jdk jdk = Jdks.running();
    CommandLine redial = CommandLine.by(jdk.program("java"));
    String options = "reload=none,config=" + file("max-retries = 0");
    try (FaultServer server = new FaultServer();
        SubjectProcess program = SubjectProcess.start(CLIENT.jvm(jdk).agent(options))) {
      server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
      String pid = Long.toString(program.pid());
      assertThat(status(program, server.url())).isEqualTo("503");
      Eventually.until(() -> redial.run("status", pid).exit() == 0);

      file("max-retries = 1");
      Program reloaded = redial.run("reload", pid);
      assertThat(reloaded.exit()).as("%s", reloaded).isZero();
      assertThat(reloaded.out())
          .isEqualToIgnoringNewLines("options read again: max-retries 0 -> 1");
      assertThat(status(program, server.url())).isEqualTo("200");

      Path faulty = file("max-retries = many");
      for (int i = 0; i < 2; i++) {
        Program refused = redial.run("reload", pid);
        assertThat(refused.exit()).as("%s", refused).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
            .startsWith("redial: bad value many for max-retries (" + faulty + ":1)")
            .contains("(the options in effect do not change)")
            .hasLineCount(1);
      }
      server.plays(Answer.unavailable("0"), Answer.ok("up"));
      assertThat(status(program, server.url())).isEqualTo("200");
      assertThat(program.stderr()).contains("options read again by an operator (");
    }
  }
}
