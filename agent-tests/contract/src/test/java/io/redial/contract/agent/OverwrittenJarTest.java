package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.AnyClient;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.FreePort;
import io.redial.contract.server.Steps;
import io.redial.sampling.Sampling;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Probe;
import io.redial.subjects.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Rule 1.4: the agent's jar is written over, as an upgrade in place does, while a program runs. */
@Tag("programs")
@Tag(Sampling.HEAVY)
@AnyClient
final class OverwrittenJarTest {
  @TempDir private Path folder;

  @ContractTest
  @Rule("1.4")
  void callsThatFailAreStillRetriedAndEndAsTheyWould(Subject subject, FaultServer server)
      throws IOException {
    Path jar = Files.copy(AgentJar.path(), folder.resolve("agent.jar"));
    Subject running = under(subject, jar);
    Eventually.until(() -> !threads(running).contains("redial-classes"));
    overwrite(jar);

    server.plays(Answer.unavailable("0"), Answer.ok("up"), Answer.unavailable("60"));
    assertThat(running.get(server.url()).send().get("status")).isEqualTo("200");
    assertThat(running.get(server.url()).send().get("status")).isEqualTo("503");
    server.plays(Steps.reset(), Answer.ok("up"), Answer.unavailable("0"), Answer.ok("up"));
    assertThat(running.put(server.url()).body(BodyKind.STREAM, 5_000).send().get("status"))
        .isEqualTo("200");
    assertThat(running.post(server.url()).body(BodyKind.STREAM, 5_000).send().get("status"))
        .isEqualTo("200");
    assertThat(running.process().stderr()).doesNotContain("fault in");
  }

  @ContractTest
  @Rule("1.4")
  @Needs(Feature.FAILS_FUTURES)
  void aRefusedConnectionThrowsWhatTheClientThrows(Subject subject) throws IOException {
    Path jar = Files.copy(AgentJar.path(), folder.resolve("agent.jar"));
    Subject running = under(subject, jar);
    Eventually.until(() -> !threads(running).contains("redial-classes"));
    overwrite(jar);

    throwsWhatTheClientThrows(subject, running);
  }

  /** What decides is not there at all. */
  @ContractTest
  @Rule("1.4")
  @Needs(Feature.FAILS_FUTURES)
  void aRefusedConnectionThrowsTheSameThoughNothingCanDecide(Subject subject) throws IOException {
    for (String missing :
        new String[] {"policy/Failure", "policy/Outcome", "call/CallHistory", "call/Wait"}) {
      throwsWhatTheClientThrows(subject, under(subject, without("io/redial/" + missing)));
    }
  }

  private static void throwsWhatTheClientThrows(Subject subject, Subject running) {
    FreePort port = FreePort.refusing();
    Reply with = running.get(port.url()).send();

    // Once in a great while a refused connection is a reset one to the client.
    assertThat(Stream.generate(() -> subject.bare().get(port.url()).send()).limit(3))
        .anySatisfy(
            without -> {
              assertThat(with.classes("thrown")).isEqualTo(without.classes("thrown")).isNotEmpty();
              assertThat(with.message("thrown")).isEqualTo(without.message("thrown"));
            });
  }

  private static Subject under(Subject subject, Path jar) {
    return subject.bare().jvmArgs("-javaagent:" + jar + "=max-retries=1,budget=off").alone();
  }

  private static String threads(Subject running) {
    return running.run(Probe.class, Map.of("what", "threads")).get("names");
  }

  /** The same file, of the same length, with nothing of what was in it. */
  private static void overwrite(Path jar) throws IOException {
    byte[] other = new byte[(int) Files.size(jar)];
    Arrays.fill(other, (byte) 7);
    Files.write(jar, other, StandardOpenOption.WRITE);
  }

  private Path without(String className) throws IOException {
    Path jar = folder.resolve(className.replace('/', '.') + ".jar");
    try (JarInputStream all = new JarInputStream(Files.newInputStream(AgentJar.path()));
        OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, all.getManifest())) {
      for (JarEntry entry = all.getNextJarEntry(); entry != null; entry = all.getNextJarEntry()) {
        if (!entry.getName().equals(className + ".class")) {
          out.putNextEntry(new JarEntry(entry.getName()));
          all.transferTo(out);
        }
      }
    }
    return jar;
  }
}
