package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.policy.stream.StreamPlan;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Begins a call of its own each time the body of a call's response breaks off (rule 10.7). That
 * call has the same options and limits, and its deadline begins at the cut. If a source breaks off
 * soon and nothing has arrived since the cut before, the new call continues the counts and the
 * deadline of the previous one, because {@code max-retries} and the backoff count failures in a
 * row. Used by one thread at a time.
 */
public final class Resumptions {
  /**
   * A source that has lasted this long is no failure: many proxies end connections that are silent
   * for a minute.
   */
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Call application;
  private final StreamPlan plan;

  /** The client of that call, which the call no longer knows once it has ended. */
  private final Object client;

  /** Those of all its calls: the key by which the backoff counts failures in a row. */
  private final HostLimits limits;

  private Call latest;

  /**
   * The task that ends the backoff's count unless the source found last breaks off first; or null.
   */
  private volatile Future<?> forgetting;

  /** Creates the resumptions of the body of a call's response. */
  public Resumptions(Call application, StreamPlan plan) {
    this.application = application;
    this.plan = plan;
    this.client = application.client();
    this.limits = application.limits();
  }

  /**
   * Begins the call that follows a cut. It is not counted as a call of the application.
   *
   * @param blocks whether the current thread waits for the new call
   */
  public Call begin(boolean blocks) {
    Call before = latest == null || plan.hasProgressed() || hasHeld(latest) ? null : latest;
    Call next =
        new Call(
            application.services,
            application.policy,
            application.request,
            application.host,
            client,
            blocks,
            application.rolloutSample(),
            false,
            before == null ? application.clock().nanos() : before.startNanos());
    next.continueStream(plan::leastWaitNanos, this::found, limits);
    keepCount(before != null);
    if (before != null) {
      next.history().goOnFrom(before.history());
    }
    latest = next;
    return next;
  }

  /** Returns the exception for a body that has not broken off but cannot be read any further. */
  public static IOException failure() {
    return new IOException("the rest of the response could not be read");
  }

  private static boolean hasHeld(Call resumed) {
    return resumed.clock().nanos() - resumed.attemptStartNanos >= STEADY_NANOS;
  }

  /**
   * Called when the rest was found. The head of a stream is not a success by itself: it counts as
   * one once the source has lasted for a while or something more has arrived.
   */
  private void found() {
    Future<?> later =
        plan.resumesWithHead() ? application.timer().limit(STEADY_NANOS, this::forget) : null;
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
    // The program's own backoff may fail.
    FaultBoundary.run(application, "backoff", () -> limits.forgetBackoff(true));
  }
}
