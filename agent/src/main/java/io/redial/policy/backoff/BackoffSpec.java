package io.redial.policy.backoff;

import io.redial.policy.rate.Clock;
import io.redial.policy.rate.RateLimitSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The value of option {@code backoff}: one backoff of client-go's family, or several of which the
 * longest delay wins (rule 4.2). Immutable. Specs with the same meaning are equal ({@code
 * fixed:60m} and {@code fixed:1h}).
 *
 * <p>Durations may be zero but not negative; a value out of range causes an {@link
 * IllegalArgumentException} whose message names the part.
 */
public final class BackoffSpec {
  /** The most hosts for which state is kept (rule 5.6). */
  private static final int MAX_HOSTS = 10_000;

  /** The assumed longest delay of a program's own backoff, because a backoff does not report it. */
  private static final Duration LONGEST_OF_CUSTOM = Duration.ofMinutes(5);

  private final List<Item> items;
  private final String text;

  private BackoffSpec(List<Item> items) {
    this.items = items;
    StringBuilder joined = new StringBuilder();
    for (Item item : items) {
      joined.append(joined.length() == 0 ? "" : "+").append(item.text);
    }
    this.text = joined.toString();
  }

  /**
   * Returns the nanoseconds of a wait. A program's own backoff may return anything: a negative wait
   * counts as none, one too long for nanoseconds as {@link Long#MAX_VALUE}.
   */
  public static long nanos(Duration wait) {
    return wait.isNegative() ? 0 : Delays.nanos(wait);
  }

  private static BackoffSpec of(Item item) {
    return new BackoffSpec(Collections.singletonList(item));
  }

  /** {@code none}: never waits. */
  public static BackoffSpec none() {
    return fixed("none", Duration.ZERO);
  }

  /** {@code fixed:D}: see {@link FixedBackoff}. */
  public static BackoffSpec fixed(Duration delay) {
    return fixed("fixed:" + Delays.text(Delays.checked("fixed: D", delay)), delay);
  }

  private static BackoffSpec fixed(String text, Duration delay) {
    return of(
        new Item(text, delay) {
          @Override
          <K> Backoff<K> create(Clock clock) {
            return new FixedBackoff<>(delay);
          }
        });
  }

  /**
   * {@code exponential:BASE:MAX}: see {@link ItemExponentialFailure}. Here {@code base} must not be
   * longer than {@code max}, because that would be a mistake.
   */
  public static BackoffSpec exponential(Duration base, Duration max) {
    String baseText = Delays.text(Delays.checked("exponential: BASE", base));
    String maxText = Delays.text(Delays.checked("exponential: MAX", max));
    if (base.compareTo(max) > 0) {
      throw new IllegalArgumentException(
          "exponential: BASE " + baseText + " is longer than MAX " + maxText);
    }
    return of(
        new Item("exponential:" + baseText + ":" + maxText, max) {
          @Override
          <K> Backoff<K> create(Clock clock) {
            return new ItemExponentialFailure<>(base, max);
          }
        });
  }

  /** {@code fast-slow:FAST:SLOW:N}: see {@link ItemFastSlow}. */
  public static BackoffSpec fastSlow(Duration fast, Duration slow, int fastAttempts) {
    String fastText = Delays.text(Delays.checked("fast-slow: FAST", fast));
    String slowText = Delays.text(Delays.checked("fast-slow: SLOW", slow));
    if (fastAttempts < 0) {
      throw new IllegalArgumentException("fast-slow: N must not be negative: " + fastAttempts);
    }
    return of(
        new Item(
            "fast-slow:" + fastText + ":" + slowText + ":" + fastAttempts,
            fast.compareTo(slow) > 0 ? fast : slow) {
          @Override
          <K> Backoff<K> create(Clock clock) {
            return new ItemFastSlow<>(fast, slow, fastAttempts);
          }
        });
  }

  /** {@code bucket:QPS:BURST}: see {@link Bucket}. */
  public static BackoffSpec bucket(double qps, int burst) {
    final RateLimitSpec limit = RateLimitSpec.bucket(qps, burst);
    return of(
        new Item(limit.toString(), Duration.ZERO) {
          @Override
          <K> Backoff<K> create(Clock clock) {
            return new Bucket<>(limit.create(clock));
          }

          @Override
          boolean spacesRetries() {
            return true;
          }
        });
  }

  /**
   * The name of a {@link BackoffFactory} on the program's class path: the full name of its class
   * or, if it is registered for {@link java.util.ServiceLoader}, the simple name. {@link #create}
   * looks for the class, not this method.
   */
  public static BackoffSpec custom(String className) {
    if (className.trim().isEmpty()) {
      throw new IllegalArgumentException("backoff: a class name is missing");
    }
    return of(
        new Item(className, LONGEST_OF_CUSTOM) {
          @Override
          <K> Backoff<K> create(Clock clock) {
            return new CustomBackoff(className, ClassLoader.getSystemClassLoader()).create();
          }
        });
  }

  /** Several joined by {@code +}: see {@link MaxOf}. There must be at least one. */
  public static BackoffSpec maxOf(List<BackoffSpec> specs) {
    List<Item> items = new ArrayList<>();
    for (BackoffSpec spec : specs) {
      items.addAll(spec.items);
    }
    if (items.isEmpty()) {
      throw new IllegalArgumentException("backoff: no value is given");
    }
    return new BackoffSpec(items);
  }

  /**
   * Creates a backoff without failures, in which each item has its own count.
   *
   * @throws IllegalArgumentException if a {@link #custom} one cannot be created; the message says
   *     why
   */
  public <K> Backoff<K> create(Clock clock) {
    return longestOf(create(items, clock));
  }

  /**
   * Creates a backoff without failures, for items that many calls share (rule 4.3): see {@link
   * StepOnce}. A {@code bucket} still spaces every single retry.
   *
   * @throws IllegalArgumentException as {@link #create}
   */
  public <K> Backoff<K> createHostScoped(Clock clock) {
    List<Item> shared = new ArrayList<>();
    List<Item> spacing = new ArrayList<>();
    Duration longest = Duration.ZERO;
    for (Item item : items) {
      (item.spacesRetries() ? spacing : shared).add(item);
      longest = longest.compareTo(item.longest) > 0 ? longest : item.longest;
    }
    List<Backoff<K>> backoffs = create(spacing, clock);
    if (!shared.isEmpty()) {
      Backoff<K> counted = longestOf(BackoffSpec.<K>create(shared, clock));
      backoffs.add(new StepOnce<>(counted, longest, clock, MAX_HOSTS));
    }
    return longestOf(backoffs);
  }

  private static <K> List<Backoff<K>> create(List<Item> items, Clock clock) {
    List<Backoff<K>> backoffs = new ArrayList<>();
    for (Item item : items) {
      backoffs.add(item.<K>create(clock));
    }
    return backoffs;
  }

  private static <K> Backoff<K> longestOf(List<Backoff<K>> backoffs) {
    return backoffs.size() == 1 ? backoffs.get(0) : new MaxOf<>(backoffs);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BackoffSpec && ((BackoffSpec) other).text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Returns the option's own syntax, e.g. {@code exponential:100ms:20s+bucket:10:100}. */
  @Override
  public String toString() {
    return text;
  }

  /** One of the items that {@code +} joins in option {@code backoff}. */
  private abstract static class Item {
    final String text;
    final Duration longest;

    Item(String text, Duration longest) {
      this.text = text;
      this.longest = longest;
    }

    abstract <K> Backoff<K> create(Clock clock);

    /** Returns whether it spaces every single retry, even those of calls that failed together. */
    boolean spacesRetries() {
      return false;
    }
  }
}
