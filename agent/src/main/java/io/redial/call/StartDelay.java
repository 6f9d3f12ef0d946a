package io.redial.call;

import io.redial.call.RateLimitedStarts.Start;
import java.util.concurrent.TimeUnit;

/**
 * Holds a first attempt back when the rate limit says so (rule 4.5), and checks meanwhile whether
 * it still has to wait.
 */
final class StartDelay {
  private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private StartDelay() {}

  /**
   * Returns how many nanoseconds the first attempt of a call is held back that is rate-limited. The
   * application's own timeout is the only bound; if it does not allow the delay, the attempt is
   * made at once, because there is no outcome yet that could be returned instead.
   */
  static long nanos(Call call) {
    return Math.max(0, call.limits().throttleNanos(call.ownRemainingNanos()));
  }

  private static boolean isOver(Call call) {
    return call.isAborted() || call.isClientClosed() || call.switchedOff() != null;
  }

  /** Blocks the caller as long as its first attempt is held back. */
  static void await(Call call) throws InterruptedException {
    long left = nanos(call);
    while (left > 0 && !isOver(call)) {
      call.timer().sleep(Math.min(left, POLL_NANOS));
      left -= POLL_NANOS;
    }
  }

  /**
   * Makes a first attempt after the given time, or as soon as it need not be held back any more.
   */
  static void after(long nanos, Call call, Runnable firstAttempt) {
    RateLimitedStarts starts = call.services.rateLimited;
    poll(nanos, call, starts, starts.holdBack(call.client(), firstAttempt));
  }

  private static void poll(long left, Call call, RateLimitedStarts starts, Start start) {
    if (start.isMade()) {
      return;
    }
    Runnable release = () -> starts.release(start);
    if (left > POLL_NANOS && !isOver(call)) {
      call.timer().run(POLL_NANOS, () -> poll(left - POLL_NANOS, call, starts, start), release);
    } else {
      call.timer().run(isOver(call) ? 0 : left, release, start::make);
    }
  }
}
