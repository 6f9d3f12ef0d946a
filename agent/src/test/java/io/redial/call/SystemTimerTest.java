package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SystemTimerTest {

  @Test
  @Rule("4.6")
  @DisplayName("attempts that wait for another one do not keep it from being started")
  void attemptsMayWaitForOneAnother() throws InterruptedException {
    Timer timer = new SystemTimer();
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

  @Test
  @Rule("4.7")
  void aForkJoinPoolRunsOtherTasksWhileOneWaits() throws Exception {
    Timer timer = new SystemTimer();
    ForkJoinPool pool = new ForkJoinPool(1);
    CountDownLatch signal = new CountDownLatch(1);
    try {
      Future<Boolean> waiting = pool.submit(() -> timer.await(signal, TimeUnit.MINUTES.toNanos(5)));
      pool.submit(signal::countDown).get(60, TimeUnit.SECONDS);

      assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
      assertThat(pool.submit(() -> timer.await(new CountDownLatch(1), 1)).get()).isFalse();
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  @Rule("4.7")
  void aForkJoinPoolThatCannotGrowWaitsAllTheSame() throws Exception {
    Timer timer = new SystemTimer();
    // Neither more than one thread nor less than one that can run.
    ForkJoinPool pool =
        new ForkJoinPool(
            1,
            ForkJoinPool.defaultForkJoinWorkerThreadFactory,
            null,
            false,
            1,
            1,
            1,
            null,
            1,
            TimeUnit.MINUTES);
    try {
      long start = System.nanoTime();
      long nanos = TimeUnit.MILLISECONDS.toNanos(20);
      assertThat(pool.submit(() -> timer.await(new CountDownLatch(1), nanos)).get()).isFalse();
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  @Rule("1.4")
  @DisplayName("what depends on a task is done otherwise if the task fails")
  @SuppressWarnings("FutureReturnValueIgnored") // It fails.
  void aTaskThatFailsIsReplaced() throws InterruptedException {
    Timer timer = new SystemTimer();
    CountDownLatch replaced = new CountDownLatch(3);

    timer.start(SystemTimerTest::fail, replaced::countDown);
    timer.run(0, SystemTimerTest::fail, replaced::countDown);
    timer.after(0, SystemTimerTest::fail, replaced::countDown);

    assertThat(replaced.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @Rule("1.4")
  @DisplayName("a wait whose continuation fails ends otherwise")
  void aContinuationThatFailsIsReplaced() {
    AtomicInteger replaced = new AtomicInteger();
    Wait wait = new Wait(null, null, 0);
    wait.onEnd(SystemTimerTest::fail, replaced::incrementAndGet);

    wait.end(Wait.End.ELAPSED);

    assertThat(replaced).hasValue(1);
  }

  @Test
  @Rule("4.6")
  @DisplayName("what comes again and again runs apart from attempts, so that their threads end")
  void choresRunOnAThreadOfTheirOwn() throws Exception {
    Timer timer = new SystemTimer();
    CompletableFuture<String> attempt = new CompletableFuture<>();
    CompletableFuture<String> chore = new CompletableFuture<>();

    timer.start(() -> attempt.complete(Thread.currentThread().getName()));
    timer.startChore(() -> chore.complete(Thread.currentThread().getName()));

    assertThat(attempt.get(60, TimeUnit.SECONDS)).isEqualTo("redial-attempts");
    assertThat(chore.get(60, TimeUnit.SECONDS)).isEqualTo("redial-chores");
  }

  private static void fail() {
    throw new NoClassDefFoundError("missing");
  }
}
