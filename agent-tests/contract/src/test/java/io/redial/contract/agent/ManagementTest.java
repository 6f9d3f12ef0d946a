package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.redial.contract.harness.Environment;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Jdk;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import io.redial.subjects.programs.GetEach;
import io.redial.subjects.programs.LogManagerAfterCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Redial shows itself over JMX where JMX is in use, and does not bring it into a program. */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class ManagementTest {

  static List<Jdk> jdks() {
    return Jdks.found().stream().filter(jdk -> jdk.feature() >= 11).toList();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  @Rule("1.1")
  void aProgramMayChooseItsLogManagerAfterItsFirstCall(Jdk jdk) {
    assertThat(lines(Jvm.of(jdk).agent("")))
        .containsExactly("status 200", "servers 0", "manager Own", "bean true");
  }

  @Test
  @Rule({"1.1", "11.1"})
  void switchedOffItIsNotThereAtAll() {
    assertThat(lines(Jvm.of(Jdks.running()).agent("enabled=false")))
        .containsExactly("status 200", "servers 0", "manager Own", "bean false");
  }

  @Test
  @Rule("11.6")
  void aProgramThatStartedWithABadOptionShowsIt() {
    assertThat(lines(Jvm.of(Jdks.running()).agent("max-retries=many")))
        .containsExactly("status 200", "servers 0", "manager Own", "bean true");
  }

  @Test
  @SuppressWarnings("BanJNDI") // A program of the test's own.
  void itIsThereForWhoeverAttachesJmxToTheProgram() throws Exception {
    try (FaultServer server = new FaultServer().plays(Answer.ok("up"))) {
      ProcessBuilder builder =
          new ProcessBuilder(
              Jvm.of(Jdks.running()).agent("").command(GetEach.class.getName(), List.of()));
      builder.environment().keySet().removeIf(Environment::concernsJava);
      Process process = builder.start();
      try {
        process.getOutputStream().write((server.url() + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        assertThat(process.inputReader().readLine()).isEqualTo("status 200");
        VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
        String address = machine.startLocalManagementAgent();
        machine.detach();
        try (var connector = JMXConnectorFactory.connect(new JMXServiceURL(address))) {
          MBeanServerConnection beans = connector.getMBeanServerConnection();
          Eventually.until(() -> beans.isRegistered(new ObjectName("io.redial:type=Redial")));
        }
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @Test
  @Rule("1.4")
  void aRuntimeWithoutJmxIsNoFault() {
    Jvm jvm =
        Jvm.of(Jdks.running())
            .arg("--limit-modules", "java.base,java.net.http,java.instrument")
            .agent("");
    try (FaultServer server = new FaultServer().plays(Answer.unavailable("3"), Answer.ok("up"))) {
      Program with = Program.run(jvm.command(GET, List.of(server.url())), Map.of());

      assertThat(with.out()).isEqualToIgnoringNewLines("status 200");
      assertThat(with.err()).doesNotContain("redial: error", "fault");
    }
  }

  private static final String GET = "io.redial.subjects.programs.Get";

  private static List<String> lines(Jvm jvm) {
    try (FaultServer server = new FaultServer().plays(Answer.ok("up"))) {
      return Program.run(jvm, LogManagerAfterCall.class, server.url()).out().lines().toList();
    }
  }
}
