package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.redial.contract.harness.Environment;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.harness.Rule;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import io.redial.subjects.programs.GetOften;
import io.redial.subjects.programs.Hello;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of the log that nobody reads: they block no thread but the one that writes them. */
@Tag("programs")
@Tag(Sampling.HEAVY)
final class UnreadLogTest {
  private static final String TALKATIVE =
      "log-level=debug,budget=off,max-retries=1000,deadline=none,max-waiting=none,backoff=none";

  private static final int CALLS = 1_500;

  @TempDir private Path folder;

  @Test
  @Rule({"1.4", "4.6"})
  void callsEndThoughNobodyReadsStandardError() throws Exception {
    try (FaultServer server = retriedOften()) {
      Process process = start(Jvm.of(Jdks.running()).agent(TALKATIVE), server);
      try {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
        assertThat(process.inputReader().readLine()).isEqualTo("good " + CALLS);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @Test
  @Rule({"1.4", "4.6"})
  void callsEndThoughNobodyReadsThePipeThatIsTheLogFile() throws Exception {
    Path pipe = pipe();
    try (FaultServer server = retriedOften()) {
      Jvm jvm = Jvm.of(Jdks.running()).agent(TALKATIVE + ",log=file:" + pipe);
      Program with = Program.run(jvm, GetOften.class, server.url(), "" + CALLS);

      assertThat(with.out()).isEqualToIgnoringNewLines("good " + CALLS);
    }
  }

  @Test
  void aPipeWithoutAReaderDoesNotHoldUpTheStart() throws Exception {
    Jvm jvm = Jvm.of(Jdks.running());
    Program without = Program.run(jvm, Hello.class);
    Program with = Program.run(jvm.agent("log=file:" + pipe()), Hello.class);

    assertThat(with).isEqualTo(without);
  }

  @Test
  void theLogTellsHowManyLinesItLacks() throws Exception {
    Path pipe = pipe();
    String path = "/" + "x".repeat(400);
    try (FaultServer server = retriedOften();
        Fetcher program =
            Fetcher.start(Jvm.of(Jdks.running()).agent(TALKATIVE + ",log=file:" + pipe))) {
      for (int i = 0; i < CALLS; i++) {
        assertThat(program.get(server.url(path))).isEqualTo("status 200");
      }
      Queue<String> lines = new ConcurrentLinkedQueue<>();
      Thread reader = new Thread(() -> readAll(pipe, lines));
      reader.setDaemon(true);
      reader.start();

      Eventually.until(() -> lines.stream().anyMatch(line -> line.contains("were dropped here")));
      assertThat(lines).first().asString().contains("; covers java.net.http");
      int kept = lines.size();
      server.plays(Answer.unavailable("0"), Answer.ok("one more"));
      program.get(server.url(path));
      Eventually.until(() -> lines.size() > kept);
    }
  }

  private static FaultServer retriedOften() {
    FaultServer server = new FaultServer();
    for (int i = 0; i < CALLS; i++) {
      server.plays(Answer.unavailable("0"), Answer.ok("up"));
    }
    return server;
  }

  private static Process start(Jvm jvm, FaultServer server) throws IOException {
    List<String> arguments = List.of(server.url(), "" + CALLS);
    ProcessBuilder builder = new ProcessBuilder(jvm.command(GetOften.class.getName(), arguments));
    builder.environment().keySet().removeIf(Environment::concernsJava);
    return builder.start();
  }

  private Path pipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeThat(Files.isExecutable(Path.of("/usr/bin/mkfifo"))).isTrue();
    assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private static void readAll(Path pipe, Queue<String> lines) {
    try (BufferedReader reader = Files.newBufferedReader(pipe, StandardCharsets.UTF_8)) {
      reader.lines().forEach(lines::add);
    } catch (IOException e) {
      lines.add(e.toString());
    }
  }
}
