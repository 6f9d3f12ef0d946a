package io.redial.cli;

import io.redial.config.Configuration;
import io.redial.config.Environment;
import io.redial.config.OneLine;
import io.redial.config.Option;
import io.redial.policy.RetryPolicy;
import io.redial.policy.backoff.Backoff;
import io.redial.policy.backoff.BackoffSpec;
import io.redial.policy.backoff.Cause;
import io.redial.policy.rate.Clock;
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

  /** The most retries that are computed. If there are more, nobody wants to see each time. */
  private static final int MAX = 1_000_000;

  private final Environment environment;

  /** The retries, in nanoseconds since the first attempt. */
  private final List<Long> times = new ArrayList<>();

  /** Whether all retries were counted; false if there are more. */
  private boolean complete = true;

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
  int run() throws CommandException {
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
    RetryPolicy policy = configuration.generalPolicy();
    try {
      compute(policy, period);
    } catch (IllegalArgumentException e) {
      reportLine("redial: " + OneLine.of(e.getMessage()));
      return FAULTS;
    }
    String backoff = configuration.value(Option.BACKOFF).text();
    long beforeDeadline = times.stream().filter(at -> at < policy.deadlineNanos()).count();
    if (json()) {
      Json json = new Json().put("backoff", backoff).put("for", text);
      json.put("retries", times.size()).put("complete", complete);
      json.put("retriesBeforeDeadline", beforeDeadline);
      out().println(json.put("millis", Json.array(times, nanos -> nanos / 1_000_000)));
      return OK;
    }
    out().println("backoff=" + backoff);
    printTimes();
    String more = complete ? "" : ", and more that were not counted";
    String retries = times.size() == 1 ? " retry" : " retries";
    out().println(times.size() + retries + " within " + text + more);
    if (beforeDeadline < times.size()) {
      String deadline = configuration.value(Option.DEADLINE).text();
      out().println("deadline=" + deadline + " ends a call after " + beforeDeadline + " retries");
    }
    if (policy.maxErrorRetries() < times.size()) {
      out().print("max-error-retries=" + policy.maxErrorRetries());
      out().println(" ends it after that many retries, unless the server asks");
    }
    return OK;
  }

  private void printTimes() {
    out().println("  retry      after waiting     at");
    int last = times.size() - SHOWN_LAST;
    boolean all = isSet("--all") || last <= SHOWN_FIRST + 1;
    for (int i = 0; i < times.size(); i++) {
      if (all || i < SHOWN_FIRST || i >= last) {
        long at = times.get(i);
        String waited = Period.text(i == 0 ? at : at - times.get(i - 1));
        out().println(String.format(Locale.ROOT, "%7d%19s     %s", i + 1, waited, Period.text(at)));
      } else if (i == SHOWN_FIRST) {
        out().println("    ...");
      }
    }
  }

  /**
   * Computes when a call is retried within a period if each attempt takes no time and fails.
   *
   * @throws IllegalArgumentException if the options name a program's own backoff that cannot be
   *     loaded, or that fails
   */
  private void compute(RetryPolicy policy, long periodNanos) {
    FixedClock clock = new FixedClock();
    Backoff<String> backoff = policy.backoff().create(clock);
    while (times.size() < policy.maxRetries()) {
      long wait = Math.max(nanos(backoff), policy.errorDelayNanos());
      if (wait > periodNanos - clock.now) {
        return;
      }
      if (times.size() == MAX) {
        complete = false;
        return;
      }
      clock.now += wait;
      times.add(clock.now);
    }
  }

  /** Asks the backoff for the next wait. A program's own may throw or return anything. */
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
    return BackoffSpec.nanos(wait);
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
