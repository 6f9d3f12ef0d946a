package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.HostState;
import io.redial.policy.HostStates;
import io.redial.policy.ManualClock;
import io.redial.policy.RetryPolicy;
import io.redial.policy.SpecCache;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffFactory;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.backoff.Cause;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostLimitsTest {
  private final ManualClock clock = new ManualClock();

  /** Waits for longer than a long can count. */
  public static final class Ages implements BackoffFactory {
    @Override
    public <K> Backoff<K> create() {
      return new Always<>(Duration.ofDays(365 * 1_000L));
    }
  }

  /** Waits for less than nothing. */
  public static final class LessThanNothing implements BackoffFactory {
    @Override
    public <K> Backoff<K> create() {
      return new Always<>(Duration.ofSeconds(-5));
    }
  }

  private static final class Always<K> implements Backoff<K> {
    private final Duration delay;

    Always(Duration delay) {
      this.delay = delay;
    }

    @Override
    public Duration when(K item) {
      return delay;
    }

    @Override
    public void forget(K item) {}

    @Override
    public int retries(K item) {
      return 0;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Rule({"4.2", "4.3"})
  @DisplayName("whatever a program's own backoff answers can be waited for")
  void whateverABackoffAnswersCanBeWaitedFor(boolean perHost) {
    assertThat(backoffNanos(Ages.class, perHost)).isEqualTo(RetryPolicy.UNLIMITED);
    assertThat(backoffNanos(LessThanNothing.class, perHost)).isZero();
  }

  private long backoffNanos(Class<? extends BackoffFactory> factory, boolean perHost) {
    RetryPolicy.Builder options = new RetryPolicy.Builder();
    options.backoff = BackoffSpec.custom(factory.getName());
    options.backoffPerHost = perHost;
    HostState host = new HostStates(clock).get("http", "host", 80, clock.nanos());
    HostLimits limits =
        new HostLimits(host, options.build(), new SpecCache<>(spec -> spec.create(clock)));
    // A call is only the key that its failures are counted by.
    return limits.backoffNanos(Cause.TIMEOUT);
  }
}
