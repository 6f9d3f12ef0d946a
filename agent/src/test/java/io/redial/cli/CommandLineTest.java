package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.config.Environment;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffFactory;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    Environment nothing =
        new Environment() {
          @Override
          public Map<String, String> variables() {
            return Collections.emptyMap();
          }

          @Override
          public Properties properties() {
            return new Properties();
          }
        };
    CommandLine line = Main.commandLine(nothing);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return Main.run(line, arguments);
  }

  @TempDir private Path directory;

  private Path file(String name, String... lines) throws IOException {
    Path file = directory.resolve(name);
    return Files.write(file, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  private static String line(String key, String value, Object origin) {
    return String.format("  %-18s%-36s%s%n", key, value, origin);
  }

  @Test
  void checkShowsWhereEachValueComesFrom() throws IOException {
    Path partner =
        file(
            "partner.properties",
            "deadline = 20s",
            "jitter = none",
            "max-retries = 1",
            "route.all.match = *://*/**");
    Path orders =
        file(
            "orders.properties",
            "extends = partner.properties",
            "deadline = 10s",
            "route.stock.match = GET https://stock.internal/**",
            "route.stock.max-retries = 2");

    int status = run("check", "config=" + orders + ",max-retries=5");

    assertThat(status).isZero();
    assertThat(err.toString()).isEmpty();
    String newLine = System.lineSeparator();
    assertThat(out.toString())
        .startsWith("read " + orders + newLine + "read " + partner + newLine)
        .contains(line("max-retries", "5", "agent argument"))
        .contains(line("deadline", "10s", orders + ":2"))
        .contains(line("jitter", "none", partner + ":2"))
        .contains(line("budget", "20%:2", "default"))
        .contains("route stock:" + newLine)
        .contains(line("match", "GET https://stock.internal/**", orders + ":3"))
        .contains(line("max-retries", "2", orders + ":4"))
        .contains("route all:" + newLine);
  }

  @Test
  void checkPrintsFaultsAndEndsWithOne() {
    assertThat(run("check", "max-retrys=5,deadline=soon")).isEqualTo(1);

    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .containsExactly(
            "redial: unknown option max-retrys (agent argument); did you mean max-retries?",
            "redial: bad value soon for deadline (agent argument); allowed: a duration such as"
                + " 250ms, 10s, 5m, 1h, 1d or PT1.5S; none for no limit");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-javaagent:redial-agent.jar",
        "-javaagent:/opt/redial-agent.jar=max-retries=5"
      })
  void checkTakesWhatStandsInACommandLine(String options) {
    assertThat(run("check", options)).isZero();
    assertThat(out.toString()).contains("max-retries");
  }

  @Test
  void checkPrintsJson() throws IOException {
    Path orders =
        file("o.properties", "route.a.match = https://\\u0061/**", "route.a.mode = observe");

    assertThat(run("check", "--json", "config=" + orders)).isZero();
    assertThat(out.toString().replaceAll("\\s+", ""))
        .startsWith("{\"faults\":[],\"files\":[\"" + orders + "\"],\"options\":{\"config\":")
        .contains("\"service\":{\"value\":null,\"origin\":\"default\"}")
        .contains("{\"name\":\"a\",\"match\":{\"value\":\"https://a/**\",\"origin\":")
        .contains("\"mode\":{\"value\":\"observe\",\"origin\":\"" + orders + ":2\"}")
        .endsWith("}}]}");
  }

  @Test
  void checkWritesNothingThatMovesTheCursor() throws IOException {
    Path odd =
        file(
            "o.properties",
            "service = \u202eorders",
            "route.\\u001b[2J.match = https://a/**",
            "route.\\u001b[2J.max-retries = 1");

    assertThat(run("check", "config=" + odd)).isZero();
    assertThat(out.toString())
        .contains("route \\u001b[2J:", "\\u202eorders")
        .doesNotContain("\u001b", "\u202e");
  }

  @Test
  void checkPrintsFaultsAsJsonToo() {
    assertThat(run("check", "--json", "jitter=ful")).isEqualTo(1);
    assertThat(out.toString()).contains("\"suggestion\": \"full\"");
    assertThat(err.toString()).startsWith("redial: bad value ful");
  }

  @Test
  void optionsPrintsTheReferenceThatTheManualHas() throws IOException {
    assertThat(run("options")).isZero();

    byte[] manual = Files.readAllBytes(Path.of("..", "docs", "options.md"));
    assertThat(out.toString().replace("\r", ""))
        .as("docs/options.md is the output of java -jar redial-agent.jar options")
        .isEqualTo(new String(manual, StandardCharsets.UTF_8));
  }

  @Test
  void optionsPrintsJson() {
    assertThat(run("options", "--json")).isZero();
    assertThat(out.toString()).contains("\"key\": \"max-retries\"").contains("\"rule\": \"5.1\"");
  }

  /** The provisioning guide's backoff: 30 seconds, doubled up to an hour. */
  @ParameterizedTest
  @CsvSource({"1d, 29", "1w, 173", "30d, 725", "365d, 8765"})
  void scheduleCountsTheRetriesOfAPeriod(String period, int retries) {
    String options = "backoff=exponential:30s:60m,jitter=none,max-retries=100000";

    assertThat(run("schedule", options, "--for", period)).isZero();
    assertThat(out.toString()).contains(retries + " retries within " + period);
  }

  /** What docs/backoff.md says of the guide's own numbers: 58, 196, 669 and 7,561. */
  @ParameterizedTest
  @CsvSource({"1, 58", "7, 195", "30, 668", "365, 7559"})
  void theGuidesOwnNumbersAreThoseOfAWaitThatGrowsByThirtySeconds(int days, int retries) {
    int waitSeconds = 30;
    int count = 0;
    for (int at = waitSeconds + 600; at <= days * 86_400; at += waitSeconds + 600) {
      count++;
      waitSeconds = Math.min(3_600, waitSeconds + 30);
    }

    assertThat(count).isEqualTo(retries);
  }

  @Test
  void scheduleIsShortForAYearToo() {
    String options = "backoff=exponential:30s:60m,jitter=none,max-retries=100000";

    run("schedule", options, "--for", "365d");

    assertThat(out.toString().lines()).hasSizeLessThan(30);
    assertThat(out.toString())
        .contains("   8765                 1h     364d23h3m30s")
        .contains("8765 retries within 365d");
  }

  @Test
  void scheduleShowsTheFirstAndTheLastTimesOrAll() {
    String options = "backoff=exponential:30s:60m,max-retries=none,deadline=1h";

    run("schedule", options);
    assertThat(out.toString())
        .contains("      1                30s     30s")
        .contains("      7                32m     1h3m30s")
        .contains("    ...")
        .contains("     29                 1h     23h3m30s")
        .doesNotContain(" 20 ")
        .contains("deadline=1h ends a call after 6 retries")
        .contains("max-error-retries=3 ends it after that many retries, unless the server asks");

    run("schedule", options, "--all");
    assertThat(out.toString()).contains("     20                 1h     14h3m30s");
  }

  @Test
  void scheduleEndsWithTheRetries() {
    run("schedule", "backoff=fast-slow:250ms:1s:2,max-retries=3,deadline=none", "--json");

    assertThat(out.toString().replaceAll("\\s+", ""))
        .isEqualTo(
            "{\"backoff\":\"fast-slow:250ms:1s:2\",\"for\":\"1d\",\"retries\":3,\"complete\":true,"
                + "\"retriesBeforeDeadline\":3,\"millis\":[250,500,1500]}");
  }

  @Test
  void scheduleDoesNotCountForEver() {
    run("schedule", "backoff=none,max-retries=none");

    assertThat(out.toString())
        .contains("1000000 retries within 1d, and more that were not counted");
  }

  @Test
  void scheduleSaysIfABackoffCannotBeHad() {
    assertThat(run("schedule", "backoff=com.example.None")).isEqualTo(1);
    assertThat(err.toString()).startsWith("redial: backoff: class com.example.None is not on");
  }

  /** A program's own, whose answers nobody can have foreseen. */
  public static final class Odd implements BackoffFactory {
    static Duration answer;

    @Override
    public <K> Backoff<K> create() {
      return new Backoff<K>() {
        @Override
        public Duration when(K item) {
          if (answer == null) {
            throw new IllegalStateException("no answer");
          }
          return answer;
        }

        @Override
        public void forget(K item) {}

        @Override
        public int retries(K item) {
          return 0;
        }
      };
    }
  }

  @Test
  void scheduleTakesWhateverABackoffAnswers() {
    String options = "max-retries=2,backoff=" + Odd.class.getName();

    Odd.answer = Duration.ofSeconds(Long.MAX_VALUE);
    assertThat(run("schedule", options)).isZero();
    assertThat(out.toString()).contains("0 retries within 1d");

    Odd.answer = Duration.ofSeconds(-1);
    assertThat(run("schedule", options)).isZero();
    assertThat(out.toString()).contains("2 retries within 1d");
    assertThat(err.toString()).isEmpty();

    Odd.answer = null;
    assertThat(run("schedule", options)).isEqualTo(1);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "redial: backoff: failed to compute the wait:"
                + " java.lang.IllegalStateException: no answer");
  }

  @Test
  void scheduleTakesAFileThatHasRoutes() throws IOException {
    Path routes =
        file(
            "routes.properties",
            "backoff = fixed:1h",
            "deadline = none",
            "route.a.match = https://a/**",
            "route.a.backoff = none");

    assertThat(run("schedule", "config=" + routes)).isZero();
    assertThat(run("schedule", "config=" + routes, "--json")).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).contains("10 retries within 1d").contains("\"retries\": 10");
  }

  @Test
  void scheduleSpacesRetriesAsABucketDoes() {
    run("schedule", "backoff=bucket:1:2,max-retries=4", "--json");

    assertThat(out.toString().replaceAll("\\s+", "")).contains("\"millis\":[0,0,1000,2000]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "d", "-1d", "1y", "1.5h", "9999999999d", "999999999w"})
  void scheduleTakesPeriodsOnly(String period) {
    assertThat(run("schedule", "--for", period)).isEqualTo(2);
    assertThat(err.toString()).startsWith("--for takes a period such as 12h, 1d or 1w");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "check --jsno",
        "check -x",
        "check -Dredial.max-retries=5",
        "check max-retries=5 deadline=10s",
        "check --json=perhaps",
        "schedule --fro 1d",
        "schedule --for",
        "options --all",
        "options max-retries",
        "chek",
        "--jsno",
        "@arguments"
      })
  void badUsageEndsWithTwoEverywhere(String arguments) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).isNotEmpty().doesNotContain("\tat ");
  }

  @Test
  void aWholeFlagWithASpaceIsToBeQuoted() {
    assertThat(run("check", "-javaagent:redial-agent.jar=log=file:/my", "app.log")).isEqualTo(2);
    assertThat(err.toString())
        .contains("what is app.log?")
        .contains("quote it: '-javaagent:redial-agent.jar=log=file:/my app.log'");
  }

  @Test
  void anUnknownFlagIsNamedWhateverFollowsIt() {
    assertThat(run("schedule", "--fro", "1d")).isEqualTo(2);
    assertThat(err.toString()).contains("--fro").doesNotContain("quote");
  }

  @Test
  void badOptionsEndWithOneEverywhere() {
    assertThat(run("check", "--json", "config=" + directory.resolve("none"))).isEqualTo(1);
    assertThat(run("schedule", "config=" + directory.resolve("none"))).isEqualTo(1);
    assertThat(run("schedule", "backoff=" + CannotBeLoaded.class.getName())).isEqualTo(1);
    assertThat(err.toString()).doesNotContain("\tat ");
  }

  /** A program's own whose class the JVM refuses. */
  public static final class CannotBeLoaded implements BackoffFactory {
    static final int NONE = Integer.parseInt("none");

    @Override
    public <K> Backoff<K> create() {
      throw new AssertionError(NONE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"options", "options --json", "check", "schedule", "--help", "--version"})
  @EnabledOnOs(OS.LINUX)
  void outputThatCannotBeWrittenIsNoSuccess(String arguments) throws Exception {
    assertThat(exit(new File("/dev/full"), arguments)).isEqualTo(3);
    assertThat(exit(new File("/dev/null"), arguments)).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void outputThatNobodyReadsAnyMoreIsAQuietEnd() throws Exception {
    Process process = start(ProcessBuilder.Redirect.PIPE, "options");
    process.getInputStream().close();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(process.getErrorStream().readAllBytes()).isEmpty();
  }

  private static int exit(File out, String arguments) throws Exception {
    Process process = start(ProcessBuilder.Redirect.to(out), arguments.split(" "));
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private static Process start(ProcessBuilder.Redirect out, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.add(Main.class.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out);
    builder.environment().keySet().removeIf(name -> name.contains("JAVA_"));
    return builder.start();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--version"})
  void tellsAboutItself(String flag) {
    assertThat(run(flag)).isZero();
    assertThat(out.toString()).contains("Redial");
  }

  @Test
  void wantsACommand() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("Missing required subcommand")
        .contains("Usage: java -jar redial-agent.jar COMMAND");
    assertThat(run("chek")).isEqualTo(2);
    assertThat(err.toString()).contains("Did you mean");
  }
}
