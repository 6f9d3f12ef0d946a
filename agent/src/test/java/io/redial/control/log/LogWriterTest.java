package io.redial.control.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rule 11.5: lines are written in order, by a thread of their own, up to a limit. */
class LogWriterTest {
  private Path folder;

  @BeforeEach
  void create() throws IOException {
    // Not deleted after the test: the log's own thread may still be writing.
    folder = Files.createTempDirectory(Path.of("target"), "writer");
  }

  private static void awaitLine(Path file, String part) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.exists(file) && Files.readString(file).contains(part));
  }

  private Path pipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "this system has no mkfifo");
    assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  @Test
  void aLineOfTheStartIsWrittenWhenItReturns() throws IOException {
    Path file = folder.resolve("log");

    new LogWriter(file.toString()).start("started");

    assertThat(file).content().startsWith("started");
  }

  @Test
  void linesAreWrittenInTheOrderInWhichTheyCame() throws IOException {
    Path file = folder.resolve("log");
    LogWriter writer = new LogWriter(file.toString());

    for (int i = 0; i < 1_000; i++) {
      writer.add("line " + i + ".");
    }

    awaitLine(file, "line 999.");
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(1_000);
    for (int i = 0; i < 1_000; i++) {
      assertThat(lines.get(i)).isEqualTo("line " + i + ".");
    }
  }

  @Test
  void aLineAfterAPauseIsWrittenByAnotherThread() throws Exception {
    Path file = folder.resolve("log");
    LogWriter writer = new LogWriter(file.toString());
    writer.add("first");
    awaitLine(file, "first");
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> threads().stream().noneMatch(thread -> thread.getName().equals("redial-log")));

    writer.add("second");

    awaitLine(file, "second");
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet();
  }

  @Test
  void aPipeThatNobodyReadsHoldsUpTheStartForAMomentOnce() throws Exception {
    LogWriter writer = new LogWriter(pipe().toString());
    long begin = System.nanoTime();

    for (int i = 0; i < 20; i++) {
      writer.start("line " + i);
    }

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(millis(190), millis(2_000));
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void whatDoesNotFitIsCountedWhereItIsMissing() throws Exception {
    Path pipe = pipe();
    LogWriter writer = new LogWriter(pipe.toString());
    String long1024 = "x".repeat(1_024);

    for (int i = 0; i < 300; i++) {
      writer.add(long1024);
    }
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader = Files.newBufferedReader(pipe)) {
      while (lines.size() < 257) {
        lines.add(reader.readLine());
      }
    }

    assertThat(lines).last().asString().contains("44 lines were dropped here");
    assertThat(lines.subList(0, 256)).containsOnly(long1024);
  }
}
