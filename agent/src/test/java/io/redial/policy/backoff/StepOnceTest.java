package io.redial.policy.backoff;

import static io.redial.policy.backoff.Waits.ms;
import static io.redial.policy.backoff.Waits.sec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.redial.Rule;
import io.redial.policy.ManualClock;
import io.redial.policy.Together;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class StepOnceTest {
  private final ManualClock clock = new ManualClock();
  private final Backoff<String> counted = new ItemExponentialFailure<>(ms(100), sec(1));
  private final Backoff<String> backoff = new StepOnce<>(counted, sec(1), clock, RecentItems.MAX);

  @Test
  @Rule("4.3")
  @DisplayName("a hundred calls that fail together are one step")
  void callsThatFailTogetherAreOneStep() {
    assertThat(Waits.of(backoff, "host", 100)).containsOnly(100L);
    assertThat(backoff.retries("host")).isEqualTo(1);
  }

  @Test
  @Rule("4.3")
  void onlyOneFailurePerElapsedDelayDeepens() {
    backoff.when("host");

    clock.advance(ms(100).minusNanos(1));
    assertThat(backoff.when("host")).isEqualTo(ms(100));
    clock.advance(Duration.ofNanos(1));
    assertThat(Waits.of(backoff, "host", 3)).containsOnly(200L);
    clock.advance(ms(199));
    assertThat(backoff.when("host")).isEqualTo(ms(200));
    clock.advance(ms(1));
    assertThat(backoff.when("host")).isEqualTo(ms(400));
  }

  @Test
  @Rule("4.3")
  void hostsAreCountedApart() {
    backoff.when("host");
    clock.advance(ms(100));
    backoff.when("host");

    assertThat(backoff.when("other")).isEqualTo(ms(100));
    assertThat(backoff.when("host")).isEqualTo(ms(200));
  }

  @Test
  @Rule("4.3")
  void successForgets() {
    backoff.when("host");
    clock.advance(ms(100));
    backoff.when("host");

    backoff.forget("host");
    backoff.forget("host");

    assertThat(backoff.retries("host")).isZero();
    assertThat(counted.retries("host")).isZero();
    assertThat(backoff.when("host")).isEqualTo(ms(100));
  }

  @Test
  @Rule("4.3")
  void idlenessOfTwiceTheMaximumExpires() {
    backoff.when("host");
    clock.advance(sec(2));
    assertThat(backoff.when("host")).isEqualTo(ms(200));

    clock.advance(sec(2).plusNanos(2));

    assertThat(backoff.retries("host")).isZero();
    assertThat(backoff.when("host")).isEqualTo(ms(100));
  }

  @Test
  @Rule("4.3")
  @DisplayName("a failure that is no step keeps the count from expiring")
  void everyFailureKeepsTheCount() {
    Backoff<String> slow =
        new StepOnce<>(new FixedBackoff<>(sec(10)), sec(1), clock, RecentItems.MAX);
    slow.when("host");
    clock.advance(sec(9));
    slow.when("host");
    clock.advance(ms(500));

    assertThat(slow.when("host")).isEqualTo(sec(10));
  }

  @Test
  @Rule("4.3")
  @DisplayName("a delay longer than the maximum that was told does not expire early")
  void aLongDelayDoesNotExpireEarly() {
    Backoff<String> unknown =
        new StepOnce<>(
            new ItemExponentialFailure<>(sec(10), sec(100)), ms(1), clock, RecentItems.MAX);
    unknown.when("host");
    clock.advance(sec(15));

    assertThat(unknown.when("host")).isEqualTo(sec(20));
  }

  @Test
  @Rule("4.3")
  @DisplayName("works for fast-slow alike")
  void worksForFastSlow() {
    Backoff<String> fastSlow =
        new StepOnce<>(new ItemFastSlow<>(ms(10), sec(1), 2), sec(1), clock, RecentItems.MAX);

    assertThat(Waits.of(fastSlow, "host", 10)).containsOnly(10L);
    clock.advance(ms(10));
    assertThat(Waits.of(fastSlow, "host", 10)).containsOnly(10L);
    clock.advance(ms(10));
    assertThat(Waits.of(fastSlow, "host", 10)).containsOnly(1000L);
  }

  @RepeatedTest(20)
  @Rule("4.3")
  void threadsThatFailAtOnceTakeOneStep() throws Exception {
    assertThat(Together.run(8, () -> Waits.of(backoff, "host", 50)))
        .allSatisfy(waits -> assertThat(waits).containsOnly(100L));
    clock.advance(ms(100));
    assertThat(Together.run(8, () -> Waits.of(backoff, "host", 50)))
        .allSatisfy(waits -> assertThat(waits).containsOnly(200L));

    assertThat(counted.retries("host")).isEqualTo(2);
  }

  @RepeatedTest(20)
  @Rule("4.3")
  @DisplayName("the count follows the time that passed, not the threads")
  void theCountFollowsTheTime() throws Exception {
    Backoff<String> fixed = new StepOnce<>(new Counting(), sec(1), clock, RecentItems.MAX);
    AtomicInteger elapsed = new AtomicInteger();

    Together.run(
        8,
        () -> {
          for (int i = 0; i < 500; i++) {
            if (i % 50 == 0) {
              elapsed.incrementAndGet();
              clock.advance(ms(100));
            }
            fixed.when("host");
          }
          return null;
        });

    assertThat(fixed.retries("host")).isBetween(1, elapsed.get() + 1);
  }

  /** Delays of 100 ms, counted. */
  private static final class Counting implements Backoff<String> {
    private int count;

    @Override
    public Duration when(String item) {
      count++;
      return ms(100);
    }

    @Override
    public void forget(String item) {}

    @Override
    public int retries(String item) {
      return count;
    }
  }

  @Test
  @Rule("5.6")
  @DisplayName("of more than 100,000 items the least recently failed is forgotten")
  void forgetsTheLeastRecentlyFailed() {
    Backoff<Integer> inner = new ItemExponentialFailure<>(ms(1), sec(1));
    Backoff<Integer> many = new StepOnce<>(inner, sec(1), clock, RecentItems.MAX);
    for (int item = 0; item < 100_000; item++) {
      many.when(item);
    }
    many.when(0);

    many.when(-1);

    assertThat(List.of(inner.retries(0), inner.retries(1), inner.retries(2)))
        .containsExactly(1, 0, 1);
  }

  @Test
  @Rule("5.6")
  @DisplayName("what hosts share keeps as many hosts as have any other state")
  void aBackoffThatHostsShareKeepsTenThousandHosts() {
    BackoffSpec spec = BackoffSpec.exponential(ms(1), sec(1));
    Backoff<Integer> shared = spec.createHostScoped(clock);
    for (int host = 0; host <= 10_000; host++) {
      shared.when(host);
    }

    assertThat(List.of(shared.retries(0), shared.retries(1), shared.retries(10_000)))
        .containsExactly(0, 1, 1);
  }

  @Test
  void passesTheCauseOn() {
    Backoff<String> byCause = new StepOnce<>(new ByCause(), sec(20), clock, RecentItems.MAX);

    assertThat(byCause.when("host", Cause.TIMEOUT)).isEqualTo(ByCause.delay(Cause.TIMEOUT));
  }

  @Test
  void theLongestDelayIsNotNegative() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StepOnce<>(counted, ms(-1), clock, RecentItems.MAX));
  }
}
