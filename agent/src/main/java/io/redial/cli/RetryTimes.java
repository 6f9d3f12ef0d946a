package io.redial.cli;

import io.redial.policy.RetryPolicy;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.Cause;
import io.redial.policy.rate.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** When one call is retried within a period if every attempt takes no time and fails. */
final class RetryTimes {
  /** The most retries that are computed. If there are more, nobody wants to see each time. */
  private static final int MAX = 1_000_000;

  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private final List<Long> at = new ArrayList<>();
  private boolean complete = true;

  private RetryTimes() {}

  /**
   * Computes the times.
   *
   * @throws IllegalArgumentException if the options name a program's own backoff that cannot be
   *     loaded, or that fails
   */
  static RetryTimes of(RetryPolicy policy, long periodNanos) {
    FixedClock clock = new FixedClock();
    Backoff<String> backoff = policy.backoff().create(clock);
    RetryTimes times = new RetryTimes();
    while (times.count() < policy.maxRetries()) {
      long wait = Math.max(nanos(backoff), policy.errorDelayNanos());
      if (wait > periodNanos - clock.now) {
        return times;
      }
      if (times.count() == MAX) {
        times.complete = false;
        return times;
      }
      clock.now += wait;
      times.at.add(clock.now);
    }
    return times;
  }

  /**
   * Asks the backoff for the next wait. A program's own backoff may return anything; a negative
   * wait counts as 0, as it does in the agent.
   */
  private static long nanos(Backoff<String> backoff) {
    Duration wait;
    try {
      wait = backoff.when("call", Cause.CONNECTION_ERROR);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("backoff: failed to compute the wait: " + e, e);
    }
    if (wait == null) {
      throw new IllegalArgumentException("backoff: returned null instead of a wait");
    }
    if (wait.isNegative()) {
      return 0;
    }
    return wait.compareTo(LONGEST) < 0 ? wait.toNanos() : Long.MAX_VALUE;
  }

  int count() {
    return at.size();
  }

  /** Whether all retries were counted; false if there are more. */
  boolean complete() {
    return complete;
  }

  /** Nanoseconds from the first attempt to a retry; the first retry has the number 0. */
  long at(int retry) {
    return at.get(retry);
  }

  /** Nanoseconds from the previous attempt to a retry. */
  long waitBefore(int retry) {
    return retry == 0 ? at(0) : at(retry) - at(retry - 1);
  }

  /** How many retries come before that many nanoseconds have passed since the first attempt. */
  int before(long nanos) {
    int before = 0;
    while (before < count() && at(before) < nanos) {
      before++;
    }
    return before;
  }

  /** A clock that stands still until its owner sets it. */
  private static final class FixedClock implements Clock {
    long now;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public long wallMillis() {
      return now / 1_000_000;
    }
  }
}
