package io.redial.cli.report;

/** The totals of one host, or of several together. Not thread-safe. */
public final class Totals {
  private final String name;
  private final Counts retries = new Counts();
  private final Counts refusals = new Counts();
  private long calls;
  private long recovered;
  private long attempts;
  private long waitedNanos;
  private long longestWaitNanos;

  Totals(String name) {
    this.name = name;
  }

  void add(FlightEvent event) {
    switch (event.kind()) {
      case CALL:
        calls++;
        recovered += event.notRetried().isEmpty() ? 1 : 0;
        break;
      case ATTEMPT:
        attempts++;
        if (event.leadsToRetry()) {
          retries.add(event.reason(), 1);
        }
        break;
      case WAIT:
        waitedNanos += event.durationNanos();
        longestWaitNanos = Math.max(longestWaitNanos, event.durationNanos());
        if (!event.retried()) {
          retries.add(event.reason(), -1); // Its attempt was counted as one with a retry.
        }
        break;
      case REFUSAL:
        refusals.add(event.reason(), 1);
        break;
    }
  }

  void addAll(Totals others) {
    retries.addAll(others.retries);
    refusals.addAll(others.refusals);
    calls += others.calls;
    recovered += others.recovered;
    attempts += others.attempts;
    waitedNanos += others.waitedNanos;
    longestWaitNanos = Math.max(longestWaitNanos, others.longestWaitNanos);
  }

  /** The host, as {@code scheme://host:port}, or a text that stands for several hosts. */
  public String name() {
    return name;
  }

  /** Retries by reason. One that was still to come when the recording ended counts as well. */
  public Counts retries() {
    return retries;
  }

  /** Retries that were not made, by reason. */
  public Counts refusals() {
    return refusals;
  }

  /** Calls that ended and were retried, or waited for a retry. */
  public long calls() {
    return calls;
  }

  /** The calls among these that ended with an outcome that needed no further retry. */
  public long recovered() {
    return recovered;
  }

  /** Attempts of calls that did not succeed on the first attempt. */
  public long attempts() {
    return attempts;
  }

  /** All recorded waits together, in nanoseconds. */
  public long waitedNanos() {
    return waitedNanos;
  }

  /** The longest recorded wait, in nanoseconds. */
  public long longestWaitNanos() {
    return longestWaitNanos;
  }

  /** The number by which hosts are sorted. */
  long weight() {
    return retries.total() + refusals.total() + calls;
  }
}
