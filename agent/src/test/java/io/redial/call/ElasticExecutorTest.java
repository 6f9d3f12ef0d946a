package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ElasticExecutorTest {
  private static final int MANY = 100;
  private static final long IDLE_MILLIS = 500;

  @Test
  @Rule("4.6")
  @DisplayName("threads that a burst has added end, though attempts go on to be started")
  void threadsOfABurstEndThoughAttemptsGoOn() throws InterruptedException {
    ElasticExecutor starters = new ElasticExecutor(new SystemTimer(), "starters", 4, IDLE_MILLIS);
    CountDownLatch running = new CountDownLatch(MANY);
    CountDownLatch signal = new CountDownLatch(1);
    for (int i = 0; i < MANY; i++) {
      starters.start(
          () -> {
            running.countDown();
            awaitUninterrupted(signal);
          });
    }
    assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();

    signal.countDown();

    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (starters.count() > MANY / 2 && System.nanoTime() < end) {
      starters.start(() -> {});
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS / 25));
    }
    assertThat(starters.count()).isLessThanOrEqualTo(MANY / 2);
  }

  private static void awaitUninterrupted(CountDownLatch signal) {
    try {
      signal.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
