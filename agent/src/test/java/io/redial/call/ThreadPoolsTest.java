package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.ManualClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadPoolsTest {
  private final ManualClock clock = new ManualClock();
  private final ThreadPools pools = new ThreadPools(clock);
  private final CountDownLatch end = new CountDownLatch(1);

  @ParameterizedTest
  @Rule("4.7")
  @CsvSource({
    "http-nio-8080-exec-12, http-nio-8080-exec-*",
    "pool-1-thread-3, pool-1-thread-*",
    "qtp1983747920-45, qtp1983747920-*",
    "ForkJoinPool.commonPool-worker-1, ForkJoinPool.commonPool-worker-*",
    "worker 7 of 8 (busy), worker 7 of * (busy)",
    "2, *",
    "main, main",
    "'', ''",
  })
  void aPoolIsANameButForItsLastNumber(String thread, String pool) {
    assertThat(ThreadPools.poolOf(thread)).isEqualTo(pool);
  }

  private void start(ThreadGroup group, String name) {
    Runnable wait =
        () -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    Thread thread = new Thread(group, wait, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  @Rule("4.7")
  void threadsOfAllGroupsAreCountedOnceASecond() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    start(root, "counted-in-tests-1");
    start(new ThreadGroup(new ThreadGroup(root, "below"), "deep"), "counted-in-tests-2");
    try {
      assertThat(pools.threadsOf("counted-in-tests-*")).isEqualTo(2);
      assertThat(pools.threads()).isGreaterThan(2);

      start(root, "counted-in-tests-3");
      clock.advance(Duration.ofMillis(999));
      assertThat(pools.threadsOf("counted-in-tests-*")).isEqualTo(2);
      clock.advance(Duration.ofMillis(1));
      assertThat(pools.threadsOf("counted-in-tests-*")).isEqualTo(3);
    } finally {
      end.countDown();
    }
  }
}
