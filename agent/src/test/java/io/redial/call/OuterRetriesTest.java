package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.lang.ref.WeakReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Rule 7.4: what is remembered of surrendered calls. */
class OuterRetriesTest {
  private static final long REQUEST = 42;
  private static final long NO_HINT = -1;

  private final OuterRetries outer = new OuterRetries();
  private final Thread here = Thread.currentThread();

  @Test
  @Rule("7.4")
  void oneSurrenderIsFollowedByOneOuterRetryAtMost() {
    outer.surrendered(here, REQUEST, 1_000, NO_HINT, 0);

    assertThat(outer.take(here, REQUEST, 1_001)).isEqualTo(1);
    assertThat(outer.take(here, REQUEST, 1_002)).isZero();
  }

  @Test
  @Rule("7.4")
  void aCallThatHadBegunBeforeTheSurrenderIsNoRetryOfIt() {
    outer.surrendered(here, REQUEST, 1_000, NO_HINT, 0);

    assertThat(outer.take(here, REQUEST, 999)).isZero();
  }

  @Test
  @Rule("7.4")
  void aHintWithoutEndIsNoOverflow() {
    outer.surrendered(here, REQUEST, Long.MAX_VALUE - 5, Long.MAX_VALUE, 0);

    assertThat(outer.take(here, REQUEST, Long.MAX_VALUE - 1)).isEqualTo(1);
  }

  @Test
  @Rule("7.4")
  void aThreadIsNotKeptAlive() {
    Thread[] pooled = {new Thread(() -> {})};
    outer.surrendered(pooled[0], REQUEST, 1_000, NO_HINT, 0);
    WeakReference<Thread> kept = new WeakReference<>(pooled[0]);
    pooled[0] = null;

    Awaitility.await()
        .until(
            () -> {
              System.gc();
              return kept.get() == null;
            });
  }
}
