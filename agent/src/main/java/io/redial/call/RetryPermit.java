package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.NoRetryReason;
import io.redial.policy.RetryBudget;
import io.redial.policy.RetryContext;
import io.redial.policy.rate.RateLimit;

/**
 * What a retry takes of the limits that calls share: one retry of the host's budget, one wait
 * permit and one turn of the rate limit (rules 4.5, 4.7 and 5.5). It takes all of them or none.
 * What was taken can be given back once, by whichever thread ends the call.
 */
final class RetryPermit {
  private final Call call;
  private final CallServices services;
  private final HostLimits limits;
  private final WaitPermit thread;
  private long budgetReceipt = RetryBudget.REFUSED;

  RetryPermit(Call call, CallServices services, HostLimits limits) {
    this.call = call;
    this.services = services;
    this.limits = limits;
    this.thread = new WaitPermit(services.room);
  }

  /**
   * Takes what the retry needs. Returns the decision to retry, no sooner than the rate limit
   * allows, or the decision refused with the reason.
   */
  Decision acquire(Decision due, RetryContext context) {
    if (context.isObserved()) {
      return due.refused(forecast(due));
    }
    if (!call.resumesBody() && limits.patience().refuses(endNanos(due))) {
      return due.refused(NoRetryReason.IMPATIENT);
    }
    budgetReceipt = limits.takeFromBudget();
    if (budgetReceipt == RetryBudget.REFUSED) {
      return due.refused(NoRetryReason.BUDGET);
    }
    // Without a thread of its own, the timer could not end the wait.
    if (!hasTimer() || !startWaiting(due.waitNanos())) {
      return refused(due, NoRetryReason.MAX_WAITING);
    }
    long throttle = limits.throttleNanos(context.remainingNanos());
    if (throttle == RateLimit.TOO_LONG) {
      return refused(due, NoRetryReason.DEADLINE);
    }
    Decision throttled = due.noSooner(throttle);
    return throttled == due || startWaiting(throttled.waitNanos())
        ? throttled
        : refused(due, NoRetryReason.MAX_WAITING);
  }

  private boolean hasTimer() {
    return services.timer.isReady() || services.room.refuse("no thread can be started");
  }

  /**
   * Returns which limit would have refused the retry, or {@link NoRetryReason#OBSERVE} if none had
   * (rule 11.1). Budget and waiting threads are those of dry runs, which count it as if it were
   * made.
   */
  private NoRetryReason forecast(Decision due) {
    if (!call.resumesBody() && limits.patience().isExceededBy(endNanos(due))) {
      return NoRetryReason.IMPATIENT;
    }
    if (!call.policy().observes()) {
      return NoRetryReason.OBSERVE; // The call had begun before the dry run.
    }
    long receipt = limits.takeFromBudget();
    if (receipt == RetryBudget.REFUSED) {
      return NoRetryReason.BUDGET;
    }
    Thread caller = call.beginner();
    if (call.blocksPlatformThread()
        && caller != null
        && !services.forecastWaits.begin(caller, due.waitNanos())) {
      limits.giveBackToBudget(receipt);
      return NoRetryReason.MAX_WAITING;
    }
    return NoRetryReason.OBSERVE;
  }

  /** Returns when the wait is to end, from the start of the call. */
  private long endNanos(Decision due) {
    long end = services.clock.nanos() - call.startNanos() + due.waitNanos();
    return end < 0 ? Long.MAX_VALUE : end;
  }

  private Decision refused(Decision due, NoRetryReason reason) {
    giveBack();
    return due.refused(reason);
  }

  private boolean startWaiting(long nanos) {
    if (!call.blocksPlatformThread()) {
      return true;
    }
    Thread caller = call.beginner();
    Thread waiting = caller != null ? caller : Thread.currentThread();
    if (Threads.forbidsBlocking(waiting)) {
      return services.room.refuse("thread " + waiting.getName() + " must not block");
    }
    boolean taken = thread.take(waiting, nanos);
    if (call.isFinished()) {
      thread.giveBack(); // Nobody else will give it back.
      return false;
    }
    return taken;
  }

  /** Gives back the wait permit, because the thread no longer waits. */
  void stopWaiting() {
    thread.giveBack();
  }

  /** Keeps the retry of the budget for good, because it is made. */
  void spend() {
    budgetReceipt = RetryBudget.REFUSED;
  }

  /** Gives back what was taken, because the retry is not made. */
  void giveBack() {
    stopWaiting();
    long receipt = budgetReceipt;
    budgetReceipt = RetryBudget.REFUSED;
    if (receipt != RetryBudget.REFUSED) {
      limits.giveBackToBudget(receipt);
    }
  }
}
