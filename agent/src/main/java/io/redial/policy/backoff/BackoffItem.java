package io.redial.policy.backoff;

import io.redial.policy.rate.Clock;
import io.redial.policy.rate.RateLimitSpec;
import java.time.Duration;

/** One of the items that {@code +} joins in option {@code backoff}. */
abstract class BackoffItem {
  /** The assumed longest delay of a program's own backoff, because a backoff does not report it. */
  private static final Duration LONGEST_OF_CUSTOM = Duration.ofMinutes(5);

  final String text;
  final Duration longest;

  private BackoffItem(String text, Duration longest) {
    this.text = text;
    this.longest = longest;
  }

  abstract <K> Backoff<K> create(Clock clock);

  /** Returns whether it spaces every single retry, even those of calls that failed together. */
  boolean spacesRetries() {
    return false;
  }

  static BackoffItem none() {
    return new BackoffItem("none", Duration.ZERO) {
      @Override
      <K> Backoff<K> create(Clock clock) {
        return new NoBackoff<>();
      }
    };
  }

  static BackoffItem fixed(final Duration delay) {
    Delays.checked("fixed: D", delay);
    return new BackoffItem("fixed:" + Delays.text(delay), delay) {
      @Override
      <K> Backoff<K> create(Clock clock) {
        return new FixedBackoff<>(delay);
      }
    };
  }

  static BackoffItem exponential(final Duration base, final Duration max) {
    String baseText = Delays.text(Delays.checked("exponential: BASE", base));
    String maxText = Delays.text(Delays.checked("exponential: MAX", max));
    if (base.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "exponential: BASE " + baseText + " is longer than MAX " + maxText);
    }
    return new BackoffItem("exponential:" + baseText + ":" + maxText, max) {
      @Override
      <K> Backoff<K> create(Clock clock) {
        return new ItemExponentialFailure<>(base, max);
      }
    };
  }

  static BackoffItem fastSlow(final Duration fast, final Duration slow, final int fastAttempts) {
    String fastText = Delays.text(Delays.checked("fast-slow: FAST", fast));
    String slowText = Delays.text(Delays.checked("fast-slow: SLOW", slow));
    if (fastAttempts < 0) {
      throw new IllegalArgumentException("fast-slow: N must not be negative: " + fastAttempts);
    }
    return new BackoffItem(
        "fast-slow:" + fastText + ":" + slowText + ":" + fastAttempts,
        fast.compareTo(slow) > 0 ? fast : slow) {
      @Override
      <K> Backoff<K> create(Clock clock) {
        return new ItemFastSlow<>(fast, slow, fastAttempts);
      }
    };
  }

  static BackoffItem bucket(double qps, int burst) {
    final RateLimitSpec limit = RateLimitSpec.bucket(qps, burst);
    return new BackoffItem(limit.toString(), Duration.ZERO) {
      @Override
      <K> Backoff<K> create(Clock clock) {
        return new Bucket<>(limit.create(clock));
      }

      @Override
      boolean spacesRetries() {
        return true;
      }
    };
  }

  static BackoffItem custom(final String className) {
    if (className.trim().isEmpty()) {
      throw new IllegalArgumentException("backoff: a class name is missing");
    }
    return new BackoffItem(className, LONGEST_OF_CUSTOM) {
      @Override
      <K> Backoff<K> create(Clock clock) {
        return new CustomBackoff(className, ClassLoader.getSystemClassLoader()).create();
      }
    };
  }
}
