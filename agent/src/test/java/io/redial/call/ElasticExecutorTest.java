package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
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

  @Test
  @Rule("4.6")
  @DisplayName("tasks that take long do not hold up another, though some complete all the time")
  void slowTasksHoldUpNoOther() throws InterruptedException {
    ElasticExecutor starters = new ElasticExecutor(new SystemTimer(), "starters", 4, IDLE_MILLIS);
    Semaphore mayEnd = new Semaphore(0);
    for (int i = 0; i < MANY; i++) {
      starters.start(mayEnd::acquireUninterruptibly);
    }
    CountDownLatch another = new CountDownLatch(1);
    starters.start(another::countDown);

    long started = System.nanoTime();
    int ended = 0;
    while (another.getCount() > 0 && ended < MANY) {
      mayEnd.release();
      ended++;
      another.await(30, TimeUnit.MILLISECONDS);
    }

    mayEnd.release(MANY);
    assertThat(another.getCount()).isZero();
    assertThat(ended)
        .as("after %d ms", (System.nanoTime() - started) / 1_000_000)
        .isLessThan(MANY / 2);
  }

  @Test
  @Rule("4.6")
  @DisplayName("quick tasks get no more threads, however many there are")
  void quickTasksGetNoMoreThreads() throws InterruptedException {
    ElasticExecutor starters = new ElasticExecutor(new SystemTimer(), "starters", 4, IDLE_MILLIS);
    int tasks = 2_000;
    CountDownLatch done = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      starters.start(
          () -> {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
            done.countDown();
          });
    }

    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(starters.count()).isLessThanOrEqualTo(16);
  }

  private static void awaitUninterrupted(CountDownLatch signal) {
    try {
      signal.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
