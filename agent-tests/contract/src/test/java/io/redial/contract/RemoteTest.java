package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.AnyClient;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

/**
 * Rules 11.2, 11.3 and 11.6: the command line asks a program that runs, without attaching to it.
 */
@Tag("programs")
@Tag(Sampling.HEAVY)
@AnyClient
final class RemoteTest {

  /** Runs the command line on the Java of the program itself. */
  private static Program redial(Subject alone, String... words) {
    return Program.run(command(alone, words), Map.of());
  }

  private static List<String> command(Subject alone, String... words) {
    List<String> command = new ArrayList<>();
    command.add(alone.jdk().program("java").toString());
    command.add("-jar");
    command.add(AgentJar.path().toString());
    command.addAll(List.of(words));
    return command;
  }

  private static Program asks(Subject alone, String verb, String... words) {
    List<String> all = new ArrayList<>(List.of(verb, Long.toString(alone.process().pid())));
    all.addAll(List.of(words));
    return redial(alone, all.toArray(new String[0]));
  }

  @ContractTest
  @Rule({"11.2", "11.3", "11.5"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aWaitIsListedSentAndCancelled(Subject subject, FaultServer server) {
    Subject alone = subject.with("deadline=none").alone();
    server.plays(Answer.unavailable("600"), Answer.ok("up"), Answer.unavailable("600"));
    Pending first = alone.get(server.url("/first")).start();
    Eventually.until(() -> asks(alone, "waiting").out().contains("/first"));

    Program waiting = asks(alone, "waiting");
    assertThat(waiting.out().lines().toList())
        .satisfiesExactly(
            head -> assertThat(head).startsWith("CALL  LEFT"),
            row ->
                assertThat(row).matches("1 +\\d+m \\d+s +1 +retry-after +- +GET http://.*/first"));
    assertThat(asks(alone, "retry-now", "1").out()).isEqualToIgnoringNewLines("1 wait sent now");
    assertThat(first.reply().get("status")).isEqualTo("200");

    Pending second = alone.get(server.url("/second")).start();
    Eventually.until(() -> asks(alone, "waiting").out().contains("/second"));
    assertThat(asks(alone, "cancel", server.url("")).out())
        .isEqualToIgnoringNewLines("1 wait cancelled");
    assertThat(second.reply().get("status")).isEqualTo("503");

    assertThat(asks(alone, "waiting").out()).isEqualToIgnoringNewLines("no call waits");
    assertThat(asks(alone, "waiting", "--json").out()).contains("\"wait\": []");
    assertThat(asks(alone, "attempts").out().lines().toList())
        .satisfiesExactly(
            head -> assertThat(head).startsWith("TIME"),
            row -> assertThat(row).contains(" 1  ", "/first", "503", "retry-after, retry in "),
            row -> assertThat(row).contains("/first", "200", "done"),
            row -> assertThat(row).contains("/second", "503", "not retried: cancelled"));
    assertThat(alone.process().stderr())
        .contains("1 wait (call 1) sent now by an operator", "200 after 2 attempts in");
  }

  @ContractTest
  @Rule({"11.1", "11.6"})
  void theStateIsShownAndChanged(Subject subject, FaultServer server) {
    Subject alone = subject.with("max-retries=0").alone();
    server.plays(Answer.unavailable("0"), Answer.unavailable("0"), Answer.ok("up"));
    alone.get(server.url()).send();
    Eventually.until(() -> asks(alone, "status").exit() == 0);

    Program status = asks(alone, "status");
    assertThat(status.exit()).as("%s", status).isZero();
    assertThat(status.out().lines().toList())
        .anyMatch(line -> line.startsWith("Redial ") && line.endsWith(": on"))
        .anyMatch(line -> line.matches("\\d+ calls, 0 retries, 1 not retried, 0 waiting"))
        .contains("threads that may wait at once: 100 (the number in max-waiting holds)")
        .anyMatch(line -> line.matches(server.url("") + " +1 +- +max-retries 1 +0 +.*"));
    assertThat(asks(alone, "status", "--options").out())
        .containsPattern("- +max-retries +0 +agent argument");
    String json = asks(alone, "status", "--json").out().replaceAll("\"java\": .*", "");
    assertThat(json).contains("\"saved\": 0").doesNotContainPattern(": \"[0-9]+\"");

    assertThat(asks(alone, "set", "max-retries=1", "--for", "10m").out())
        .matches("max-retries 0 -> 1 for 10m, until \\S+Z\\R");
    assertThat(asks(alone, "status").out())
        .containsPattern("set: max-retries=1 by \\S+ at \\S+Z, until \\S+Z \\(9m \\d+s left\\)");
    assertThat(alone.get(server.url()).send().get("status")).isEqualTo("200");
    assertThat(asks(alone, "set", "max-retries", "--end").out())
        .isEqualToIgnoringNewLines("max-retries=0");
  }

  @ContractTest
  @Rule("11.2")
  @Needs(Feature.JAVA_NET_HTTP)
  void whatCannotBeDoneIsSaidInOneLine(Subject subject, FaultServer server) {
    Subject alone = subject.with("deadline=none").alone();
    server.plays(Answer.ok("up"));
    alone.get(server.url()).send();
    Eventually.until(() -> asks(alone, "status").exit() == 0);

    Program unknown = asks(alone, "retry-now", "127.0.0.1:1");
    assertThat(unknown.exit()).isEqualTo(3);
    assertThat(unknown.err())
        .startsWith("redial: no call to 127.0.0.1:1 was seen; known: http://")
        .contains(server.url(""))
        .hasLineCount(1);
    Program bad = asks(alone, "set", "max-retries=many");
    assertThat(bad.exit()).isEqualTo(3);
    assertThat(bad.err()).startsWith("redial: bad value many for max-retries").hasLineCount(1);
    Program nobody = redial(alone, "status", "999999999");
    assertThat(nobody.exit()).isEqualTo(3);
    assertThat(nobody.err()).startsWith("redial: there is no process 999999999").hasLineCount(1);
    assertThat(asks(alone, "cancel").exit()).as("neither a host nor --all").isEqualTo(2);
  }

  @ContractTest
  @Rule("11.6")
  @Needs(Feature.JAVA_NET_HTTP)
  void aTopThatNobodyReadsAnyMoreEnds(Subject subject, FaultServer server) throws Exception {
    Subject alone = subject.alone();
    server.plays(Answer.ok("up"));
    alone.get(server.url()).send();
    Eventually.until(() -> asks(alone, "status").exit() == 0);
    List<String> command = command(alone, "top", Long.toString(alone.process().pid()));
    Process top =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      assertThat(top.getInputStream().read()).isPositive();
      top.getInputStream().close();

      assertThat(top.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(top.exitValue()).isZero();
    } finally {
      top.destroyForcibly();
    }
  }

  @ContractTest
  @Rule("11.2")
  @Needs(Feature.JAVA_NET_HTTP)
  void aProcessThatDoesNotWantToBeAskedIsNot(Subject subject, FaultServer server) {
    Subject alone = subject.with("control=none").alone();
    server.plays(Answer.unavailable("0"), Answer.ok("up"));
    alone.get(server.url()).send();
    alone.bean(); // The folder would be there when this is.

    Program asked = asks(alone, "status");

    assertThat(asked.exit()).isEqualTo(3);
    assertThat(asked.err()).contains("does not answer").hasLineCount(1);
  }
}
