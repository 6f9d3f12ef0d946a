package io.redial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.config.Environment;
import io.redial.control.jfr.SampleRecording;
import io.redial.control.jfr.SampleRecording.Request;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ReportTest {
  private static final String HOST = "http://stock.internal:8080";

  /** An element, the end of an attribute, a terminal's escape, and a text that runs backwards. */
  private static final String HOSTILE = "</title><script>a(1)</script>\"'&lt;\u001b[2J\u202eevil";

  @TempDir private static Path shared;
  private static Path sample;

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... arguments) {
    CommandLine line = Main.commandLine(new Environment());
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return Main.run(line, Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
  }

  @BeforeAll
  static void record() throws IOException {
    try (SampleRecording recording = new SampleRecording()) {
      Request stock = Request.get(7, HOST, "/stock");
      recording.retried(stock, 1, "503", "retry-after");
      recording.succeeded(stock, 2);
      recording.ended(stock, 2, "200", 1_234);
      Request hostile = new Request(8, HOSTILE, HOSTILE, "GET " + HOSTILE);
      recording.retried(hostile, 1, HOSTILE, HOSTILE);
      recording.refused(hostile, 2, HOSTILE, HOSTILE);
      recording.ended(hostile, 2, HOSTILE, 1);
      recording.refused(Request.get(9, HOST, "/prices"), 1, "503", "budget");
      sample = recording.write(shared.resolve("calls.jfr"));
    }
  }

  private Path copy(String name) throws IOException {
    return Files.copy(sample, folder.resolve(name));
  }

  @Test
  void writesThePageBesideTheRecordingAndPrintsItsPath() throws IOException {
    assertThat(run("report", copy("calls.jfr"))).as(err.toString()).isZero();

    Path page = folder.resolve("calls.html");
    assertThat(out.toString()).isEqualToIgnoringNewLines(page.toString());
    assertThat(page)
        .content()
        .contains("<h1>Retries in calls.jfr</h1>", HOST, "\"elapsedMillis\": 1234", "budget")
        .contains("GET http://stock.internal:8080/stock");
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("calls.jfr", "calls.html");
  }

  @Test
  void neutralizesWhateverIsInTheRecording() throws IOException {
    Path page = folder.resolve("p.html");

    assertThat(run("report", sample, "--output", page)).as(err.toString()).isZero();
    assertThat(page)
        .content()
        .contains("&lt;/title&gt;&lt;script&gt;a(1)&lt;/script&gt;&quot;&#39;&amp;lt;")
        .contains("GET \\u003c/title>\\u003cscript>a(1)\\u003c/script>\\\"'&lt;\\\\u001b[2J")
        .contains("\\u202eevil")
        .doesNotContain("<script>a", "\u001b", "\u202e");
  }

  @Test
  void printsTheSameAsJson() throws IOException {
    assertThat(run("report", sample, "--json")).as(err.toString()).isZero();

    assertThat(out.toString().replaceAll("\\s+", ""))
        .startsWith("{\"recording\":\"calls.jfr\",\"from\":\"")
        .contains("\"all\":{\"calls\":2,\"recovered\":1,\"failed\":2,\"neverRetried\":1,")
        .contains("\"attempts\":5,\"retries\":2,\"refusals\":2,")
        .contains("\"retriesByReason\":{\"retry-after\":1},\"refusalsByReason\":{\"budget\":1}")
        .contains("\"route\":\"\",\"request\":\"GEThttp://stock.internal:8080/stock\"")
        .contains("\"elapsedMillis\":1234,\"attemptList\":[{\"attempt\":1,")
        .contains("\"reason\":\"retry-after\",\"retried\":true,\"plannedWaitMillis\":1000,")
        .contains("\\\\u001b[2J\\\\u202eevil");
    assertThat(shared.resolve("calls.html")).doesNotExist();
  }

  private void fails(Path recording, String line) {
    assertThat(run("report", recording)).isEqualTo(3);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).isEqualToIgnoringNewLines("redial: " + recording + " " + line);
    assertThat(folder.resolve("calls.html")).doesNotExist();
  }

  private Path file(byte[] content) throws IOException {
    return Files.write(folder.resolve("calls.jfr"), content);
  }

  @Test
  void saysThatAFileIsNotThere() {
    fails(folder.resolve("calls.jfr"), "does not exist");
  }

  @Test
  void saysThatADirectoryIsNoFile() {
    fails(folder, "is not a regular file");
  }

  @Test
  void saysThatARecordingHasNotBeenWrittenYet() throws IOException {
    fails(file(new byte[0]), "is empty: the recording has not been written yet");
  }

  @ParameterizedTest
  @ValueSource(strings = {"F", "PK\3\4", "<!doctype html>"})
  void saysThatAFileIsNoRecording(String content) throws IOException {
    fails(file(content.getBytes(StandardCharsets.UTF_8)), "is not a flight recording");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 100, -1})
  void saysThatARecordingIsCutOff(int length) throws IOException {
    byte[] whole = Files.readAllBytes(sample);
    int bytes = length < 0 ? whole.length + length : length;

    fails(file(Arrays.copyOf(whole, bytes)), "is cut off: copy it again, or record again");
  }

  @Test
  void saysThatARecordingWasNotEnded() throws IOException {
    byte[] unfinished = Files.readAllBytes(sample);
    Arrays.fill(unfinished, 8, 16, (byte) 0); // The size is written at the end.

    fails(file(unfinished), "is not complete: the program that recorded it did not end it");
  }

  @Test
  void saysThatARecordingIsDamaged() throws IOException {
    byte[] damaged = Files.readAllBytes(sample);
    Arrays.fill(damaged, 100, damaged.length, (byte) 0x55);

    assertThat(run("report", file(damaged))).isEqualTo(3);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).startsWith("redial: " + folder + "/calls.jfr is damaged: ");
  }

  /** Wherever the damage is: in events, in the constants, in the description of the events. */
  @Test
  void takesADamagedRecordingOrSaysThatItIsOne() throws IOException {
    byte[] whole = Files.readAllBytes(sample);
    Path page = folder.resolve("p.html");
    int refused = 0;
    for (int at = 16; at < whole.length; at += Math.max(1, whole.length / 200)) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x15;
      err.getBuffer().setLength(0);

      int status = run("report", file(damaged), "--output", page);

      assertThat(status).as("%s: %s", at, err).isIn(0, 3);
      if (status == 3) {
        refused++;
        assertThat(err.toString().lines()).as("damaged at %s", at).hasSize(1);
        assertThat(err.toString()).as("damaged at %s", at).doesNotContain("redial: failed");
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void saysThatARecordingHasNoEventsOfRedials() throws IOException {
    Path file = folder.resolve("calls.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.JVMInformation");
      recording.start();
      recording.stop();
      recording.dump(file);
    }

    fails(
        file,
        "has no events of Redial: no call failed while it was recorded, or the program ran"
            + " without the agent");
  }

  @Test
  void leavesTheRecordingAlone() throws IOException {
    Path recording = copy("calls.jfr");

    assertThat(run("report", recording, "--output", folder + "/./calls.jfr")).isEqualTo(2);
    assertThat(recording).hasSameBinaryContentAs(sample);
  }

  @Test
  void takesOneRecording() {
    assertThat(run("report")).isEqualTo(2);
    assertThat(run("report", sample, sample)).isEqualTo(2);
    assertThat(run("report", sample, "--output")).isEqualTo(2);
    assertThat(run("report", sample, "--json", "--output", folder.resolve("p.html"))).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).doesNotContain("\tat ", "Exception");
  }

  @Test
  void saysWhyAPageCannotBeWritten() {
    Path page = folder.resolve("none/p.html");

    assertThat(run("report", sample, "--output", page)).isEqualTo(3);
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "redial: cannot write " + page + ": there is no directory " + page.getParent());
  }

  /** Root, who reports in /tmp, must not write through what others have put there. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void replacesAFileButNoLink() throws IOException {
    Path precious = Files.writeString(folder.resolve("precious"), "keep");
    Path link = Files.createSymbolicLink(folder.resolve("link.html"), precious);
    Path old = Files.writeString(folder.resolve("old.html"), "old");

    assertThat(run("report", sample, "--output", link)).isEqualTo(3);
    assertThat(run("report", sample, "--output", folder)).isEqualTo(3);
    assertThat(run("report", sample, "--output", old)).as(err.toString()).isZero();

    assertThat(precious).hasContent("keep");
    assertThat(link).isSymbolicLink();
    assertThat(old).content().startsWith("<!doctype html>");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(old)))
        .isEqualTo("rw-------");
  }

  /** Ten copies of a part: the JVM drops events that come faster than it can write them. */
  @Test
  void makesAPageOfBoundedSizeOfAMillionEventsInASmallHeap() throws Exception {
    Path part = folder.resolve("part.jfr");
    try (SampleRecording many = new SampleRecording()) {
      for (int call = 0; call < 20_000; call++) {
        Request request = Request.get(call, "http://h" + call % 3_000 + ".internal:80", "/" + call);
        many.retried(request, 1, "503", "retry-after");
        many.refused(request, 2, "503", "max-retries");
        many.ended(request, 2, "503", call % 977);
      }
      many.write(part);
    }
    long calls = RecordingFile.readAllEvents(part).stream().filter(ReportTest::isCall).count();
    assertThat(calls).isGreaterThan(15_000);
    Path recording = folder.resolve("many.jfr");
    for (int i = 0; i < 10; i++) {
      Files.write(
          recording,
          Files.readAllBytes(part),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }

    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx40m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "report",
                    recording.toString()))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    Path page = folder.resolve("many.html");
    assertThat(Files.size(page)).isLessThan(1_000_000);
    assertThat(page)
        .content()
        .contains("<dd>of " + String.format(Locale.ROOT, "%,d", 10 * calls) + " retried</dd>")
        .contains("all other hosts", "http://h0.internal:80");
  }

  private static boolean isCall(RecordedEvent event) {
    return event.getEventType().getName().equals("io.redial.RetriedCall");
  }
}
