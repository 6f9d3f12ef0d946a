package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.VirtualMachine;
import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The agent attached to a program that runs already. */
@Tag("programs")
@AnyClient
final class AttachTest {

  @ContractTest
  @Rule("2.1")
  void aProgramThatRunsAlreadyIsRetriedFromThenOn(Subject subject, FaultServer server)
      throws Exception {
    server.plays(
        Answer.unavailable("0"), Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
    Subject running = subject.bare().alone();

    assertThat(running.get(server.url()).send().get("status")).isEqualTo("503");
    attach(running, "strict=true,max-retrys=1");
    assertThat(running.get(server.url()).send().get("status")).isEqualTo("503");
    assertThat(running.process().stderr())
        .contains("did you mean max-retries? (strict: not attached)");
    attach(running, "");
    assertThat(running.get(server.url()).send().get("status")).isEqualTo("200");
  }

  /** Whether a file of options is watched does not matter: it is not what has to be corrected. */
  @ContractTest
  @Rule("2.1")
  void afterABadArgumentItCanBeAttachedAgain(Subject subject, FaultServer server, @TempDir Path dir)
      throws Exception {
    server.plays(Answer.unavailable("0"), Answer.ok("up"));
    Path file = Files.writeString(dir.resolve("orders.properties"), "max-retries=2\n");
    Subject running = subject.bare().alone();

    attach(running, "config=" + file + ",max-retrys=1");
    attach(running, "config=" + file);

    assertThat(running.get(server.url()).send().get("status")).isEqualTo("200");
    assertThat(running.process().stderr()).contains("did you mean max-retries? (not attached)");
  }

  /** A file can be corrected while the program runs, so it is attached and waits for that. */
  @ContractTest
  @Rule("2.1")
  void afterABadFileTheFileIsCorrected(Subject subject, FaultServer server, @TempDir Path dir)
      throws Exception {
    server.plays(Answer.unavailable("0"), Answer.ok("up"));
    Path file = Files.writeString(dir.resolve("orders.properties"), "max-retrys=2\n");
    Subject running = subject.bare().alone();

    attach(running, "config=" + file + ",reload=1s");
    assertThat(running.process().stderr()).contains("(starting without retries)");
    Files.writeString(file, "max-retries=2\n");

    Eventually.until(() -> running.process().stderr().contains("options read again"));
    assertThat(running.get(server.url()).send().get("status")).isEqualTo("200");
  }

  @ContractTest
  @Rule("5.1")
  void anAgentThatIsThereAlreadySaysSoAndDoesNotMultiplyAttempts(
      Subject subject, FaultServer server) throws Exception {
    server.plays(
        Answer.unavailable("0"), Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("?"));
    Subject running = subject.with("max-retries=2").alone();

    attach(running, "");
    Reply reply = running.get(server.url()).send();

    assertThat(reply.get("status")).isEqualTo("503");
    assertThat(server.attempts()).hasSize(3);
    assertThat(running.process().stderr()).containsIgnoringCase("already");
  }

  private static void attach(Subject running, String arguments) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(running.process().pid()));
    try {
      machine.loadAgent(AgentJar.path().toString(), arguments);
    } catch (AgentLoadException e) {
      // A JVM before 9 answers with the bare return code, which newer tools take for a complaint.
      assertThat(running.jdk().feature()).as("%s", e).isLessThan(9);
      assertThat(e).hasMessage("0");
    } finally {
      machine.detach();
    }
  }
}
