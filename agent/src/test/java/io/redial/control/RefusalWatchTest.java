package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.control.log.LogSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rules 4.7, 5.5 and 11.5: an outage is two lines, however many retries it costs. */
class RefusalWatchTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final String USED_UP = "the retry budget (20%:2) is used up";

  private Path folder;
  private final Queue<Runnable> looks = new ArrayDeque<>();
  private long now = 5 * SECOND;
  private final RefusalWatch watch =
      new RefusalWatch(
          "the retry budget has recovered", () -> now, (nanos, look) -> plan(nanos, look));
  private long due;

  private void plan(long nanos, Runnable look) {
    due = now + nanos;
    looks.add(look);
  }

  private void inspect() {
    now = due;
    looks.remove().run();
  }

  @BeforeEach
  void direct() throws IOException {
    // Not deleted after the test: the log's own thread may still be writing.
    folder = Files.createTempDirectory(Path.of("target"), "refusals");
    String options = "log=file:" + folder.resolve("log");
    LogSink.direct(Configuration.load(options, new Environment()).settings());
  }

  @AfterEach
  void restore() {
    LogSink.direct(Configuration.load(null, new Environment()).settings());
  }

  private String log(String last) throws IOException {
    Path file = folder.resolve("log");
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> Files.exists(file) && Files.readString(file).contains(last));
    return Files.readString(file);
  }

  @Test
  @Rule("5.5")
  void aShortageHasALineWhenItBeginsAndOneWhenItIsOver() throws IOException {
    for (int i = 0; i < 718; i++) {
      watch.refused("http://stock:80", () -> USED_UP);
      now += SECOND / 100;
    }
    inspect(); // Ten seconds after the first refusal.
    assertThat(looks).as("too early").hasSize(1);
    inspect();

    assertThat(looks).isEmpty();
    assertThat(log("recovered").lines())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .endsWith(
                        " redial: info: http://stock:80: the retry budget (20%:2) is used up;"
                            + " further retries are refused"),
            last ->
                assertThat(last)
                    .endsWith(
                        " redial: info: http://stock:80: the retry budget has recovered;"
                            + " it refused 718 retries within 7 s"));
  }

  @Test
  void theNextShortageIsReportedAgain() throws IOException {
    watch.refused("http://stock:80", () -> USED_UP);
    inspect();
    watch.refused("http://stock:80", () -> USED_UP);
    inspect();

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                log("recovered")
                        .lines()
                        .filter(line -> line.endsWith("; it refused 1 retry"))
                        .count()
                    == 2);
  }

  @Test
  void noMoreThanAThousandHostsAreWatched() {
    for (int i = 0; i < 1_500; i++) {
      watch.refused("http://host" + i + ":80", () -> USED_UP);
    }

    assertThat(looks).hasSize(1_000);
  }
}
