package io.redial.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.call.RetryEngine;
import io.redial.config.Environment;
import io.redial.config.LiveConfiguration;
import io.redial.config.LiveConfigurations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What is polled is polled for as long as the program runs. */
class PollerTest {
  private final LiveConfiguration live = LiveConfigurations.load("log=none", new Environment());
  private final RetryLog log =
      new RetryLog(
          () -> AttemptListener.NONE, (nanos, task) -> assertThat(nanos).isPositive(), () -> "");
  private final RetryEngine engine = RetryEngine.system(live, log, () -> true);
  private final AtomicInteger runs = new AtomicInteger();

  private void runsAtLeast(int times) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> runs.get() >= times);
  }

  @Test
  void aTaskRunsAsOftenAsItSays() {
    long begin = System.nanoTime();
    Poller.runAfter(0, engine, "test", this::run);

    runsAtLeast(5);
    assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(40));
  }

  private long run() {
    runs.incrementAndGet();
    return TimeUnit.MILLISECONDS.toNanos(10);
  }

  @Test
  void aTaskThatFailsRunsAgainButNotAtOnce() {
    long begin = System.nanoTime();
    Poller.runAfter(0, engine, "test", this::fail);

    runsAtLeast(2);
    assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(900));
  }

  private long fail() {
    runs.incrementAndGet();
    throw new IllegalStateException("test");
  }
}
