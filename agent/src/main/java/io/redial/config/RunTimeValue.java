package io.redial.config;

import io.redial.policy.RetryPolicy;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

/**
 * The value of an option that an operator has set while the program runs, who set it, and how long
 * it holds. Immutable.
 */
public final class RunTimeValue {
  /** The name of operators of whom no other name is known. */
  public static final String JMX = "JMX";

  private final Option option;
  private final String text;
  private final long nanos;
  private final String by;
  private final Instant since = Instant.now();
  private final long setNanos = System.nanoTime();

  /** Parses what an operator entered: see {@link LiveConfiguration#set}. */
  RunTimeValue(String key, String text, String duration, String by) {
    this.option = option(key);
    if (text == null) {
      throw new IllegalArgumentException("no value given for " + option.key());
    }
    this.text = text.trim();
    try {
      new OptionBinder().set(option, this.text);
    } catch (BadValue bad) {
      String syntax = option.syntax();
      throw refused(ConfigError.badValue(option.key(), syntax, this.text, Origin.RUN_TIME, bad));
    }
    this.nanos = nanos(duration);
    this.by = by;
  }

  /** Returns the option with this key: see {@link LiveConfiguration#unset}. */
  static Option option(String key) {
    String name = key == null ? "" : key.trim();
    Option option = Option.ofKey(name);
    if (option == null) {
      String nearest = SpellingSuggestion.of(name, Option.keys());
      throw refused(ConfigError.unknown(name, Origin.RUN_TIME, nearest));
    }
    if (option.takesEffectAtRestart()) {
      throw new IllegalArgumentException(
          "option " + name + " is process-wide: a change takes effect at the next restart");
    }
    return option;
  }

  private static long nanos(String duration) {
    String text = duration == null ? "" : duration.trim();
    if (text.isEmpty()) {
      return RetryPolicy.UNLIMITED;
    }
    try {
      return Syntax.nanosOrNone(text);
    } catch (BadValue bad) {
      String syntax = Syntax.DURATION_OR_NONE;
      throw refused(ConfigError.badValue("the duration", syntax, text, Origin.RUN_TIME, bad));
    }
  }

  private static IllegalArgumentException refused(ConfigError error) {
    return new IllegalArgumentException(error.message());
  }

  public String key() {
    return option.key();
  }

  /**
   * Returns the change in words: {@code max-retries 10 -> 0}, or {@code max-retries=0} if {@code
   * before} is null.
   */
  public String change(String before) {
    String old = before == null ? "=" : " " + ConfigError.quote(before) + " -> ";
    return option.key() + old + ConfigError.quote(text);
  }

  Option option() {
    return option;
  }

  /** The value as it was entered. */
  public String text() {
    return text;
  }

  /** Who set it, in words. */
  public String by() {
    return by;
  }

  public String since() {
    return seconds(since);
  }

  /** When it ends, in the format of RFC 3339; empty if it holds until the process ends. */
  public String until() {
    boolean ends = nanos < TimeUnit.DAYS.toNanos(36_500);
    return ends ? seconds(since.plusNanos(nanos)) : "";
  }

  private static String seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The milliseconds until it ends, 0 or more. */
  public long leftMillis() {
    long left = nanos - (System.nanoTime() - setNanos);
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(left));
  }

  Origin origin() {
    String until = until();
    return Origin.runTime(by + (until.isEmpty() ? "" : ", until " + until));
  }

  /**
   * How long the value is to hold, in nanoseconds; {@link RetryPolicy#UNLIMITED} for until the
   * process ends.
   */
  public long nanos() {
    return nanos;
  }
}
