package io.redial.contract.nets.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Servers;
import io.redial.contract.harness.Subject;
import io.redial.contract.nets.NetForm;
import io.redial.contract.nets.download.BreakingServer.Part;
import io.redial.contract.server.Download.End;
import io.redial.sampling.Sampling;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file that is much larger than the heap, from a server that breaks the connection off again and
 * again: the file is whole, and no byte was fetched twice but for what was on its way.
 */
@Tag("nets")
@Tag(Sampling.HEAVY)
final class DownloadNetTest {
  private static final long MIB = 1024 * 1024;
  private static final long SIZE = NetForm.LONG ? 96 * MIB : 80 * MIB;
  private static final long LEAST = 2 * MIB;
  private static final long MOST = NetForm.LONG ? 8 * MIB : 12 * MIB;

  /** In a short run, too, the file is larger. */
  private static final String HEAP = "-Xmx40m";

  /** What a reset takes along: the buffers of both sides, which Linux lets grow that far. */
  private static final long IN_FLIGHT = 16 * MIB;

  private static final long HEAD = 1024;

  @TempDir private static Path folder;

  private static final LargeFile FILE = new LargeFile(SIZE, 7);
  private static final String WHOLE = FILE.sha256();

  @ContractTest
  @Rule({"10.2", "10.5", "5.1"})
  @Needs(Feature.RESUMES)
  void aFileLargerThanTheHeapIsWholeHoweverOftenItsConnectionBreaks(Subject subject, @Each End end)
      throws Exception {
    Subject program = subject.jvmArgs(HEAP).with("resume=range,max-retries=2").alone();
    try (BreakingServer server = new BreakingServer(FILE, LEAST, MOST, end, 11)) {
      Map<String, String> reply = program.run(scenario(subject), args(subject, server.url()));

      List<Part> parts = server.parts();
      assertThat(reply).as("%s", parts).containsEntry("length", Long.toString(SIZE));
      assertThat(reply).containsEntry("sha256", WHOLE);
      long again = again(parts, end);
      System.out.printf(
          "%n%s, Java %d: %d MiB in %d parts ended by %s, %d KiB fetched twice%n",
          subject.client().label(),
          subject.jdk().feature(),
          SIZE / MIB,
          parts.size(),
          end,
          again / 1024);
    }
  }

  @ContractTest
  @Rule({"10.2", "10.5", "5.1"})
  @Needs(Feature.RESUMES)
  void soItIsWhereNginxServesIt(Subject subject, @Each End end) throws Exception {
    assumeTrue(Servers.have("nginx"), () -> "no nginx: agent-tests/servers.sh nginx");
    Subject program = subject.jvmArgs(HEAP).with("resume=range,max-retries=2").alone();
    try (FileServer server = new FileServer(files(), Files.createTempDirectory(folder, "nginx"));
        BreakingRelay relay = new BreakingRelay(server.port, LEAST, MOST, end, 13)) {
      String url = "http://127.0.0.1:" + relay.port() + "/file";
      Map<String, String> reply = program.run(scenario(subject), args(subject, url));

      assertThat(reply).containsEntry("length", Long.toString(SIZE));
      assertThat(reply).containsEntry("sha256", WHOLE);
      assertThat(relay.broken()).isPositive();
      long lostEach = HEAD + (end == End.RST ? IN_FLIGHT : 0);
      assertThat(relay.relayed()).isBetween(SIZE, SIZE + (relay.broken() + 1) * lostEach);
    }
  }

  /** The file's folder; it is written once for all clients. */
  private static synchronized Path files() throws IOException {
    Path files = folder.resolve("files");
    if (!Files.exists(files)) {
      try (OutputStream out = Files.newOutputStream(Files.createDirectory(files).resolve("file"))) {
        FILE.write(out, 0, SIZE);
      }
    }
    return files;
  }

  private static Map<String, String> args(Subject subject, String url) {
    return Map.of("url", url, "async", Boolean.toString(subject.can(Feature.FUTURE)));
  }

  private static long again(List<Part> parts, End end) {
    long again = 0;
    for (int i = 1; i < parts.size(); i++) {
      long lost = parts.get(i - 1).to() - parts.get(i).from();
      assertThat(lost).as("%s", parts).isNotNegative();
      assertThat(lost).as("%s", parts).isLessThanOrEqualTo(end == End.FIN ? 0 : IN_FLIGHT);
      again += lost;
    }
    return again;
  }

  private static String scenario(Subject subject) {
    String label = subject.client().label();
    if (label.startsWith("jdk")) {
      return "io.redial.subjects.download.JdkDownload";
    }
    String apache = "io.redial.subjects.apache" + label.charAt("apache".length()) + ".download.";
    boolean built = label.startsWith("apache4-internal") || label.startsWith("apache4-minimal");
    String way = built ? "Built" : subject.can(Feature.FUTURE) ? "Async" : "Classic";
    return apache + way + "Download";
  }
}
