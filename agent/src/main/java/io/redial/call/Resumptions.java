package io.redial.call;

import io.redial.policy.stream.StreamPlan;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * What follows each time the body of a call's response breaks off (rule 10.7): a call of its own
 * with the same options and limits, whose deadline begins at the cut. A cut after which nothing had
 * arrived since the one before goes on with the call of that one, because {@code max-retries} and
 * the backoff count failures in a row. Used by one thread at a time.
 */
public final class Resumptions implements StreamTerms {
  /** A source that has held so long is no failure: many proxies end what is silent for a minute. */
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Call application;
  private final StreamPlan plan;
  private Call latest;

  /** Ends the backoff's count unless the source found last breaks off before; or null. */
  private volatile Future<?> forgetting;

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
    next.continueStream(this);
    keepCount(before != null);
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

  @Override
  public long leastWaitNanos() {
    return plan.leastWaitNanos();
  }

  /** The head of a stream is no success yet: it counts as one once it has held, or brought more. */
  @Override
  public void found() {
    Future<?> later =
        plan.goesOnWithHead() ? application.timer().limit(STEADY_NANOS, this::forget) : null;
    forgetting = later;
    if (later == null) {
      forget();
    }
  }

  private void keepCount(boolean keeps) {
    Future<?> pending = forgetting;
    forgetting = null;
    if (pending != null) {
      pending.cancel(false);
      if (!keeps) {
        forget();
      }
    }
  }

  private void forget() {
    try {
      application.host.forgetBackoff(true);
    } catch (Throwable fault) { // The program's own backoff failed.
      application.fault("backoff", fault);
    }
  }
}
