package io.redial.policy.backoff;

import io.redial.policy.rate.Clock;
import java.time.Duration;

/**
 * Turns failures that happen together into a single step of another backoff, as is needed if many
 * calls to one host share a count (rule 4.3). As long as the latest delay has not elapsed, every
 * further failure of the item gets that same delay, and the other backoff is not asked; the first
 * failure after it takes the next step. An item without failures for twice the longest delay starts
 * from the beginning.
 *
 * <p>Thread-safe. The other backoff is called under a lock, so it must not block. {@link #forget}
 * takes no lock for an item without failures.
 */
final class StepOnce<K> implements Backoff<K> {
  private final RecentItems<K, Step> steps;
  private final Backoff<K> backoff;
  private final long longest;
  private final Clock clock;

  /**
   * Creates a backoff with the steps of another one.
   *
   * @param longest the longest known delay of {@code backoff}. An item is forgotten after twice
   *     that time without a failure, or twice its latest delay if that is longer
   * @param items how many items are kept; beyond that, the item that failed least recently is
   *     forgotten, by the other backoff as well
   */
  StepOnce(Backoff<K> backoff, Duration longest, Clock clock, int items) {
    this.steps = new RecentItems<>(items);
    this.backoff = backoff;
    this.longest = Delays.nanos("longest", longest);
    this.clock = clock;
  }

  @Override
  public Duration when(K item) {
    return when(item, null);
  }

  @Override
  public synchronized Duration when(K item, Cause cause) {
    long now = clock.nanos();
    Step step = current(item, now);
    if (step == null) {
      makeRoomFor(item);
    }
    if (step == null || now - step.began >= step.nanos) {
      Duration delay = cause == null ? backoff.when(item) : backoff.when(item, cause);
      step = new Step(delay, now);
    }
    step.lastFailure = now;
    steps.put(item, step);
    return step.delay;
  }

  @Override
  public void forget(K item) {
    if (steps.holds(item)) {
      end(item);
    }
  }

  private synchronized void end(K item) {
    if (steps.remove(item) != null) {
      backoff.forget(item);
    }
  }

  /** Returns how many steps were taken since the item was last forgotten. */
  @Override
  public synchronized int retries(K item) {
    return current(item, clock.nanos()) == null ? 0 : backoff.retries(item);
  }

  /**
   * Forgets the item that has to be dropped for a new one. Called before the other backoff counts
   * the new item, so that both drop the same one.
   */
  private void makeRoomFor(K item) {
    K leaving = steps.leavingFor(item);
    if (leaving != null) {
      end(leaving);
    }
  }

  private Step current(K item, long now) {
    Step step = steps.get(item);
    if (step != null && (now - step.lastFailure) / 2.0 > Math.max(longest, step.nanos)) {
      end(item);
      return null;
    }
    return step;
  }

  private static final class Step {
    final Duration delay;
    final long nanos;
    final long began;
    long lastFailure;

    Step(Duration delay, long began) {
      this.delay = delay;
      this.nanos = Delays.nanos(delay);
      this.began = began;
      this.lastFailure = began;
    }
  }
}
