package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TimerTest {

  @Test
  @DisplayName("rule 4.6: attempts that wait for another one do not keep it from being started")
  void attemptsMayWaitForOneAnother() throws InterruptedException {
    Timer timer = new Timer();
    int waiting = 30;
    CountDownLatch signal = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(waiting);
    for (int i = 0; i < waiting; i++) {
      timer.start(
          () -> {
            try {
              signal.await();
              ended.countDown();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }

    timer.start(signal::countDown);

    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
  }
}
