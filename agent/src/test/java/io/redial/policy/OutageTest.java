package io.redial.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.policy.backoff.Backoff;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an outage comes to at the server, worked out call by call with a clock that the test owns:
 * every attempt in it is answered with 503 and {@code Retry-After: 1}, as is one beyond what the
 * server can serve. The policy, the budget and the backoff are those that the options make.
 */
class OutageTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Long enough for all that was retried before to be over. */
  private static final int HEALTHY_SECONDS = 20;

  /** Longer than any call may take. */
  private static final int AFTER_SECONDS = 40;

  @ParameterizedTest
  @CsvSource({"10, 1.4", "100, 1.22", "1000, 1.202"})
  @Rule("5.5")
  @DisplayName("an outage multiplies the load by at most 1 + RATIO + FLOOR / rate")
  void theDefaultsBoundTheLoad(int callsPerSecond, double bound) {
    for (int seconds = 10; seconds <= 40; seconds++) {
      Outage outage = new Outage("", callsPerSecond, seconds).run();

      assertThat(outage.load()).as("%d s", seconds).isLessThanOrEqualTo(bound + 1e-9);
      assertThat(outage.load()).as("%d s: the budget is used", seconds).isGreaterThan(1.15);
    }
  }

  @Test
  @Rule("5.5")
  @DisplayName("with the defaults, recovery is not delayed")
  void recoveryIsNotDelayed() {
    for (int seconds = 10; seconds <= 40; seconds++) {
      Outage outage = new Outage("", 100, seconds).run();

      assertThat(outage.turnedAwayAfter).as("turned away after %d s", seconds).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"budget=off", "profile=client-go"})
  @DisplayName("without a budget the load multiplies and the server stays down")
  void withoutABudgetTheServerStaysDown(String options) {
    Outage outage = new Outage(options, 100, 10).run();

    assertThat(outage.load()).isGreaterThan(4);
    assertThat(outage.turnedAwayAfter).isGreaterThan(1_000);
  }

  /** One run; used once. */
  private static final class Outage {
    private final int callsPerSecond;
    private final long begins = HEALTHY_SECONDS * SECOND;
    private final long ends;
    private final RetryPolicy policy;
    private final ManualClock clock = new ManualClock();
    private final long origin = clock.nanos();
    private final LongUnaryOperator random = uniform(new Random(7));
    private final RetryBudget budget;
    private final Backoff<Object> backoff;
    private final int seconds;
    private final PriorityQueue<SimulatedCall> attempts =
        new PriorityQueue<>(Comparator.comparingLong((SimulatedCall call) -> call.due));
    private double reserve;
    private long filled;
    private int inOutage;
    private int turnedAwayAfter;

    Outage(String options, int callsPerSecond, int seconds) {
      this.callsPerSecond = callsPerSecond;
      this.seconds = seconds;
      this.ends = begins + seconds * SECOND;
      this.policy = Configuration.load(options, new Nothing()).policyFor(null);
      this.budget = policy.budget().create(clock);
      this.backoff = policy.backoff().create(clock);
    }

    Outage run() {
      long end = ends + AFTER_SECONDS * SECOND;
      for (long at = 0; at < end; at += SECOND / callsPerSecond) {
        attempts.add(new SimulatedCall(at));
      }
      while (!attempts.isEmpty()) {
        SimulatedCall call = attempts.poll();
        clock.advance(Duration.ofNanos(call.due - now()));
        call.attempt();
      }
      return this;
    }

    /** Requests that the server saw in the outage for each call made in it. */
    double load() {
      return (double) inOutage / (callsPerSecond * seconds);
    }

    private long now() {
      return clock.nanos() - origin;
    }

    /** Whether the server turns the attempt away; doing so takes a twentieth of serving it. */
    private boolean turnsAway() {
      long now = now();
      boolean outage = now >= begins && now < ends;
      double capacity = 1.5 * callsPerSecond;
      reserve = Math.min(capacity / 4, reserve + (now - filled) * capacity / SECOND);
      filled = now;
      inOutage += outage ? 1 : 0;
      boolean served = !outage && reserve >= 1;
      reserve = Math.max(0, reserve - (served ? 1 : 0.05));
      turnedAwayAfter += !served && now >= ends ? 1 : 0;
      return !served;
    }

    private final class SimulatedCall implements RequestFacts {
      private final long start;
      private long due;
      private int retries;

      SimulatedCall(long start) {
        this.start = start;
        this.due = start;
      }

      void attempt() {
        if (retries == 0) {
          budget.call(clock.nanos());
        }
        if (!turnsAway()) {
          return;
        }
        Outcome outcome = Outcome.response(503, new Fields().add("Retry-After", "1"));
        Decision decision = after(outcome);
        if (decision.retries() && budget.tryRetry() != RetryBudget.REFUSED) {
          retries++;
          due = now() + decision.waitNanos();
          attempts.add(this);
        }
      }

      private Decision after(Outcome outcome) {
        RetryContext context = new RetryContext(retries, 0, remainingNanos(), false, null, 0);
        Decision granted = policy.decide(this, outcome, context, clock);
        if (!granted.retries()) {
          return granted;
        }
        long delay = backoff.when(this, granted.cause()).toNanos();
        return policy.schedule(granted, delay, context, random);
      }

      private long remainingNanos() {
        long deadline = policy.deadlineNanos();
        return deadline == RetryPolicy.UNLIMITED ? deadline : start + deadline - now();
      }

      @Override
      public String method() {
        return "GET";
      }

      @Override
      public HeaderFields headers() {
        return new Fields();
      }

      @Override
      public boolean repeatable() {
        return true;
      }
    }
  }

  private static LongUnaryOperator uniform(Random random) {
    return most -> (long) (random.nextDouble() * most);
  }

  private static final class Nothing extends Environment {
    @Override
    public Map<String, String> variables() {
      return Map.of();
    }

    @Override
    public Properties properties() {
      return new Properties();
    }
  }
}
