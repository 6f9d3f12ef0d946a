package io.redial.call;

import io.redial.policy.stream.StreamPlan;
import java.util.concurrent.TimeUnit;

/**
 * What follows each time the body of a call's response breaks off (rule 10.7): a call of its own
 * with the same options and limits, whose deadline begins at the cut. A cut after which nothing had
 * arrived since the one before goes on with the call of that one, because {@code max-retries}
 * counts failures in a row. Used by one thread at a time.
 */
public final class Resumptions {
  /** A source that has held so long is no failure: many proxies end what is silent for a minute. */
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Call application;
  private final StreamPlan plan;
  private Call latest;

  /** Of the response to that call. */
  public Resumptions(Call application, StreamPlan plan) {
    this.application = application;
    this.plan = plan;
  }

  /**
   * Begins what follows a cut. It is not counted as a call of the application's.
   *
   * @param client of the call, which no longer knows it when it has ended
   * @param blocksPlatformThread whether a thread of the operating system waits for it (rule 4.6)
   */
  public Call begin(Object client, boolean blocksPlatformThread) {
    Call before = latest == null || plan.hasProgressed() || hasHeld(latest) ? null : latest;
    Call next =
        new Call(
            application.services,
            application.policy,
            application.request,
            application.host,
            client,
            blocksPlatformThread,
            application.rolloutSample(),
            false);
    next.paceBy(plan::leastWaitNanos);
    if (before != null) {
      next.beganWith(before);
      next.history().goOnFrom(before.history());
    }
    latest = next;
    return next;
  }

  private static boolean hasHeld(Call resumed) {
    return resumed.clock().nanos() - resumed.attemptStartNanos >= STEADY_NANOS;
  }
}
