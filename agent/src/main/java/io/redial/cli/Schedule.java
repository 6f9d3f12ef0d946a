package io.redial.cli;

import io.redial.cli.json.Json;
import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.policy.RetryPolicy;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.Cause;
import io.redial.policy.rate.Clock;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code schedule OPTIONS --for 1d}: when a call would be retried if every attempt failed at once
 * and no server said when to come back.
 */
final class Schedule extends Command {
  private static final int SHOWN_FIRST = 12;
  private static final int SHOWN_LAST = 3;

  private final Environment environment;

  Schedule(Environment environment) {
    super("Prints how many retries a backoff makes in a period, and when.");
    this.environment = environment;
    takesOptions(
        "The options that follow -javaagent:redial-agent.jar= on the program's command line.",
        "Of these, only backoff, max-retries and the wait of profile=client-go count.",
        "Jitter is ignored: the times are those of the longest waits.");
    option("--for", "PERIOD", "1d", "How long: 90s, 30m, 12h, 1d, 1w, 365d; default: 1d.");
    flag("--all", "Print every time, not only the first and last ones.");
  }

  @Override
  int run() {
    String text = option("--for");
    long period = Period.nanos(text);
    if (period < 0) {
      throw wrong("--for takes a period such as 12h, 1d or 1w, not " + text);
    }
    Configuration configuration = Configuration.load(options(), environment);
    int status = report(configuration);
    if (status != OK) {
      return status;
    }
    RetryTimes times;
    try {
      times = RetryTimes.of(configuration.generalPolicy(), period);
    } catch (IllegalArgumentException e) {
      reportLine("redial: " + OneLine.of(e.getMessage()));
      return FAULTS;
    }
    if (json()) {
      out().println(json(configuration, text, times));
    } else {
      print(configuration, text, times, out());
    }
    return OK;
  }

  private void print(
      Configuration configuration, String period, RetryTimes times, PrintWriter out) {
    out.println("backoff=" + configuration.value(Option.BACKOFF).text());
    out.println("  retry      after waiting     at");
    boolean all = isSet("--all") || times.count() <= SHOWN_FIRST + SHOWN_LAST + 1;
    int shownFirst = all ? times.count() : SHOWN_FIRST;
    lines(times, 0, shownFirst, out);
    if (!all) {
      out.println("    ...");
      lines(times, times.count() - SHOWN_LAST, times.count(), out);
    }
    String more = times.complete ? "" : ", and more that were not counted";
    String retries = times.count() == 1 ? " retry" : " retries";
    out.println(times.count() + retries + " within " + period + more);
    limits(configuration, times, out);
  }

  private static void lines(RetryTimes times, int from, int to, PrintWriter out) {
    for (int i = from; i < to; i++) {
      String waited = Period.text(times.waitBefore(i));
      out.println(
          String.format(Locale.ROOT, "%7d%19s     %s", i + 1, waited, Period.text(times.at(i))));
    }
  }

  /** Prints which limits end a call earlier than its backoff would. */
  private static void limits(Configuration configuration, RetryTimes times, PrintWriter out) {
    RetryPolicy policy = configuration.generalPolicy();
    int beforeDeadline = times.before(policy.deadlineNanos());
    if (beforeDeadline < times.count()) {
      String deadline = configuration.value(Option.DEADLINE).text();
      out.println("deadline=" + deadline + " ends a call after " + beforeDeadline + " retries");
    }
    if (policy.maxErrorRetries() < times.count()) {
      out.println(
          "max-error-retries="
              + policy.maxErrorRetries()
              + " ends it after that many retries, unless the server asks");
    }
  }

  private static Json json(Configuration configuration, String period, RetryTimes times) {
    RetryPolicy policy = configuration.generalPolicy();
    Json json = new Json();
    json.put("backoff", configuration.value(Option.BACKOFF).text()).put("for", period);
    json.put("retries", times.count()).put("complete", times.complete);
    json.put("retriesBeforeDeadline", times.before(policy.deadlineNanos()));
    return json.put("millis", Json.array(times.at, nanos -> nanos / 1_000_000));
  }

  /** When one call is retried within a period if every attempt takes no time and fails. */
  private static final class RetryTimes {
    /** The most retries that are computed. If there are more, nobody wants to see each time. */
    private static final int MAX = 1_000_000;

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final List<Long> at = new ArrayList<>();

    /** Whether all retries were counted; false if there are more. */
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
}
