package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.config.Environment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** {@code help}, {@code version} and {@code completion}. */
class HelpTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = Main.commandLine(new Environment());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return Main.run(line, arguments);
  }

  @Test
  void helpListsEveryCommand() {
    assertThat(run("help")).isZero();

    assertThat(out.toString())
        .contains("Usage: java -jar redial-agent.jar COMMAND")
        .contains(Main.commandLine(new Environment()).getSubcommands().keySet());
  }

  @Test
  void helpShowsOneCommand() {
    assertThat(run("help", "set")).isZero();

    assertThat(out.toString())
        .startsWith("Usage: java -jar redial-agent.jar set")
        .contains("--for");
  }

  @Test
  void helpKnowsNoOtherCommand() {
    assertThat(run("help", "restart")).isEqualTo(2);

    assertThat(err.toString()).contains("there is no command restart; there are help, version");
  }

  @Test
  void helpIsThereInJson() {
    assertThat(run("help", "--json")).isZero();

    assertThat(out.toString()).contains("\"name\": \"retry-now\"", "\"description\": \"Sends ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"status", "top", "waiting", "attempts", "retry-now", "cancel", "set", "attach"})
  void whatHasToBeNamedIsAskedFor(String command) {
    assertThat(run(command)).isEqualTo(2);

    assertThat(err.toString()).startsWith("Missing required parameter").contains("PID");
  }

  @Test
  void versionIsThatOfTheJar() {
    assertThat(run("version")).isZero();
    assertThat(run("version", "--json")).isZero();

    assertThat(out.toString())
        .startsWith("Redial (development)")
        .contains("\"version\": \"(development)\"");
  }

  static boolean hasBash() {
    return Files.isExecutable(Path.of("/bin/bash"));
  }

  @Test
  @EnabledIf(value = "hasBash", disabledReason = "there is no /bin/bash")
  void bashCompletesCommandsAndFlags(@TempDir Path folder) throws Exception {
    assertThat(run("completion")).isZero();
    Path script = Files.writeString(folder.resolve("redial"), out.toString());

    assertThat(completed(script, "redial", "retry-")).isEqualTo("retry-now");
    assertThat(completed(script, "redial", "set", "17", "--f")).isEqualTo("--for");
    assertThat(completed(script, "redial", "top", "--i")).isEqualTo("--interval");
  }

  /** As bash does when somebody presses TAB; {@code compopt} works only then. */
  private static String completed(Path script, String... words) throws Exception {
    String last = words[words.length - 1];
    String program =
        "compopt() { :; }; source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_redial redial '%s'; echo ${COMPREPLY[@]}"
            .formatted(script, String.join(" ", words), words.length - 1, last);
    Process bash = new ProcessBuilder("/bin/bash", "-c", program).redirectErrorStream(true).start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return said.strip();
  }
}
