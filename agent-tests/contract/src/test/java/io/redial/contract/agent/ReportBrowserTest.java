package io.redial.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.AgentJar;
import io.redial.contract.harness.Jdks;
import io.redial.contract.harness.Jvm;
import io.redial.contract.harness.Program;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.sampling.Sampling;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of {@code report} in a real browser. */
@Tag("programs")
@Tag(Sampling.HEAVY)
@Execution(ExecutionMode.SAME_THREAD) // They share the browser's profile.
final class ReportBrowserTest {
  /** What no line can be broken in. */
  private static final String LONG = "long".repeat(40);

  @TempDir private static Path folder;

  @BeforeAll
  static void makeThePage() {
    assumeTrue(chromium() != null, "there is no chromium: agent-tests/browser.sh");
    Path recording = folder.resolve("calls.jfr");
    try (FaultServer server = new FaultServer()) {
      server.plays(Answer.unavailable("1"), Answer.unavailable("1"));
      Jvm jvm =
          Jvm.of(Jdks.running())
              .arg("-XX:StartFlightRecording=filename=" + recording + ",dumponexit=true")
              .agent("service=orders,max-retries=1");
      String url = server.url("/" + LONG + "/a's&c");
      Program.run(jvm.command("io.redial.subjects.programs.Get", List.of(url)), Map.of());
    }
    Program report =
        run(
            Jdks.running().program("java").toString(),
            "-jar",
            AgentJar.path().toString(),
            "report",
            recording.toString());
    assertThat(report.exit()).as("%s", report).isZero();
  }

  private static Path chromium() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> Path.of(directory, "chromium"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  private static Program run(String... command) {
    return Program.run(List.of(command), Map.of());
  }

  private static Program browser(Path page, String... options) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(chromium().toString(), "--headless", "--no-sandbox", "--disable-gpu"));
    command.addAll(
        List.of("--user-data-dir=" + folder.resolve("profile"), "--enable-logging=stderr"));
    command.addAll(List.of(options));
    command.add(page.toUri().toString());
    return Program.run(command, Map.of());
  }

  /** Opens the page in a frame, and returns what an expression of its window and document is. */
  private static String seen(int width, String sandbox, String expression, String... options)
      throws IOException {
    Path frame = folder.resolve("frame.html");
    Files.writeString(
        frame,
        """
        <!doctype html><iframe %s src="calls.html" style="border:0;width:%spx;height:900px"></iframe>
        <script>
        onload = () => {
          const window = frames[0], document = window.document;
          document.querySelectorAll('details').forEach((each) => (each.open = true));
          self.document.body.innerHTML = `<pre>${%s}</pre>`;
        };
        </script>
        """
            .formatted(sandbox, width, expression));
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("--allow-file-access-from-files", "--dump-dom"));
    Program browser = browser(frame, all.toArray(new String[0]));
    assertThat(browser.err().lines().filter(line -> line.contains(":CONSOLE")))
        .as("what the page's policy refuses, and exceptions")
        .allMatch(line -> line.contains("the document's frame is sandboxed"));
    String dom = browser.out();
    assertThat(dom).as("%s", browser).contains("<pre>");
    return dom.substring(dom.indexOf("<pre>") + "<pre>".length(), dom.indexOf("</pre>"));
  }

  @Test
  void drawsTheTimelineTheCallsAndTheWaits() throws IOException {
    assertThat(
            seen(
                1_200,
                "",
                "document.title + '|' + ['.plot', '.call', '.strip .wait', '#waits td', '[hidden]']"
                    + ".map((each) => document.querySelectorAll(each).length)"))
        .isEqualTo("Retries of orders|1,1,2,8,1");
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 390, 768, 1_200})
  void fitsTheScreen(int width) throws IOException {
    String tooWide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

    assertThat(seen(width, "", tooWide)).isEqualTo("0");
  }

  @Test
  void canBeReadWithoutScripts() throws IOException {
    String text = seen(390, "sandbox=allow-same-origin", "document.body.innerText");

    assertThat(text)
        .contains("Retries of orders", "service orders: max-retries=1", "Recovered", "Failed")
        .contains("Without scripts, the timeline", "max-retries 1", "What the reasons mean")
        .doesNotContain("Over time", "Slowest calls", "slowestCalls");
  }

  @ParameterizedTest
  @CsvSource({"0, 'rgb(18, 22, 28)'", "1, 'rgb(255, 255, 255)'"})
  void hasTheColoursThatTheReaderPrefers(String scheme, String background) throws IOException {
    assertThat(
            seen(
                1_200,
                "",
                "window.getComputedStyle(document.body).backgroundColor",
                "--blink-settings=preferredColorScheme=" + scheme))
        .isEqualTo(background);
  }

  @Test
  void canBePrinted() throws IOException {
    Path pdf = folder.resolve("calls.pdf");

    browser(folder.resolve("calls.html"), "--print-to-pdf=" + pdf);

    assertThat(Files.size(pdf)).isGreaterThan(10_000);
  }
}
