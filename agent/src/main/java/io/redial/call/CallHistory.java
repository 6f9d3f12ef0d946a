package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.History;
import io.redial.policy.Outcome;
import io.redial.policy.RateLimit;
import io.redial.policy.Refusal;
import io.redial.policy.RetryBudget;
import io.redial.policy.backoff.Cause;

/**
 * What became of a call's attempts: decides whether another one follows, keeps the wait for it, and
 * counts. A call has one from its first attempt on that did not simply succeed; handed from thread
 * to thread with its attempts.
 */
final class CallHistory implements History {
  private final Call call;
  private final Dialer dialer;
  private final HostLimits host;

  private int retries;
  private int errorRetries;
  private boolean countsBackoff;
  private boolean told;
  private long budgetReceipt;
  private long decidedNanos;
  private AttemptRecord latest;
  private Failures failures;
  private volatile Place place;
  private volatile Wait wait;

  CallHistory(Call call, Dialer dialer, HostLimits host) {
    this.call = call;
    this.dialer = dialer;
    this.host = host;
  }

  // History, asked by the policy.

  @Override
  public int retries() {
    return retries;
  }

  @Override
  public int errorRetries() {
    return errorRetries;
  }

  @Override
  public long remainingNanos() {
    return call.remainingNanos();
  }

  @Override
  public boolean inRollout() {
    return call.inRollout();
  }

  @Override
  public boolean deferred() {
    return call.deferred();
  }

  @Override
  public long backoffNanos(Cause cause) {
    countsBackoff = true;
    return host.backoffNanos(cause);
  }

  @Override
  public boolean takeFromBudget() {
    budgetReceipt = host.takeFromBudget();
    return budgetReceipt != RetryBudget.REFUSED;
  }

  // Decisions.

  /** What follows an attempt. Never throws. */
  Decision after(Attempt attempt, int status, Throwable thrown, Outcome outcome) {
    try {
      Decision decision = decide(outcome);
      decidedNanos = nanos(); // Not before: a backoff's step must have elapsed by its end.
      long now = dialer.clock().wallMillis();
      latest = new AttemptRecord(attempt.number(), now, status, thrown, decision);
      if (decision.surrenders()) {
        refused(decision.refusal());
      }
      return decision;
    } catch (Throwable fault) {
      dialer.fault("decision", fault);
      return Decision.RETURN;
    }
  }

  private Decision decide(Outcome outcome) {
    if (!call.mayGoOn()) {
      return Decision.RETURN;
    }
    Decision decision =
        call.policy().decide(call.request(), outcome, this, dialer.clock(), dialer.random());
    if (!decision.retries()) {
      return decision;
    }
    Refusal refusal = refusal();
    long throttle = refusal == null ? host.throttleNanos(remainingNanos()) : 0;
    if (throttle == RateLimit.TOO_LONG) {
      givePlaceBack();
      refusal = Refusal.DEADLINE;
    }
    if (refusal == null) {
      return decision.noSooner(throttle);
    }
    host.giveBackToBudget(budgetReceipt);
    return decision.refused(refusal);
  }

  /** What only the running agent knows against a retry. */
  private Refusal refusal() {
    Refusal switchedOff = call.switchedOff();
    if (switchedOff != null) {
      return switchedOff;
    }
    // A caller that was interrupted while its client did not look: no wait begins (rule 5.4).
    if (call.isClosing() || call.callerIsInterrupted()) {
      return Refusal.CANCELLED;
    }
    if (!dialer.timer().isReady()) {
      return Refusal.MAX_WAITING; // The process can have no thread that would end the wait.
    }
    return !call.parks() || takePlace() ? null : Refusal.MAX_WAITING;
  }

  private boolean takePlace() {
    Place mine = place;
    if (mine == null) {
      mine = new Place(dialer.room(), host.name(), call.policy().maxWaitingPerHost());
      place = mine;
    }
    boolean taken = mine.take();
    if (call.isOver()) {
      mine.giveBack(); // Nobody else will.
      return false;
    }
    return taken;
  }

  private void givePlaceBack() {
    Place mine = place;
    if (mine != null) {
      mine.giveBack();
    }
  }

  /** The adapter learned what speaks against the retry that was decided on. */
  Decision takeBack(Decision made, Refusal refusal) {
    host.giveBackToBudget(budgetReceipt);
    givePlaceBack();
    Decision refused = made.refused(refusal);
    latest = latest.with(refused);
    refused(refusal);
    return refused;
  }

  /** The caller ended the call between the decision to retry and the wait. */
  void cancelled() {
    host.giveBackToBudget(budgetReceipt);
    refused(Refusal.CANCELLED);
  }

  private void refused(Refusal refusal) {
    dialer.listener().refused(call, latest, refusal);
  }

  // Waits.

  /**
   * Blocks the caller until the next attempt is due or the wait is ended otherwise.
   *
   * @return what ended it, or null if the body can no longer be sent again
   */
  Wait.End pause(Attempt attempt) throws InterruptedException {
    Wait started = startWait(attempt);
    Wait.End end = Wait.End.ABANDONED; // Also where an interrupt comes right after the wait's end.
    boolean goesOn = false;
    try {
      Wait.End ended = started.await(nanosUntil(started));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      end = ended;
    } finally {
      goesOn = endWait(started, end);
    }
    return goesOn ? end : null;
  }

  Wait startWait(Attempt attempt) {
    Decision decision = attempt.decision();
    Wait started = new Wait(call, decision, decidedNanos + decision.waitNanos());
    wait = started;
    dialer.room().enter(started);
    dialer.listener().waiting(call, latest, decision);
    if (call.isAborted() || dialer.isClosed(call.client())) {
      started.end(Wait.End.CLOSED);
    }
    if (call.switchedOff() != null || dialer.isClosing(call.client())) {
      started.end(Wait.End.STOPPED); // Switched off or shut down since the decision.
    }
    return started;
  }

  /**
   * Leaves the waiting room and counts what became of the wait.
   *
   * @param how what ended it
   * @return false if the body can no longer be sent again: a file that changed in the meantime
   *     (rule 6.2)
   */
  boolean endWait(Wait ended, Wait.End how) {
    dialer.room().leave(ended);
    wait = null;
    givePlaceBack();
    if (how != Wait.End.ELAPSED && how != Wait.End.HURRIED) {
      // After STOPPED one more attempt may have to be sent.
      boolean goesOn = how != Wait.End.STOPPED || call.request().repeatable();
      if (how != Wait.End.STOPPED || !goesOn) {
        host.giveBackToBudget(budgetReceipt);
      }
      Refusal switchedOff = call.switchedOff();
      refused(switchedOff == null ? Refusal.CANCELLED : switchedOff);
      return goesOn;
    }
    if (!call.request().repeatable()) {
      host.giveBackToBudget(budgetReceipt);
      refused(Refusal.BODY);
      return false;
    }
    retries++;
    if (ended.decision().hintNanos() < 0) {
      errorRetries++;
    }
    dialer.listener().retried(call, ended.decision());
    return true;
  }

  Wait currentWait() {
    return wait;
  }

  long nanosUntil(Wait pending) {
    return Math.max(0, pending.dueNanos() - nanos());
  }

  private long nanos() {
    return dialer.clock().nanos();
  }

  // The end.

  /** A failure that another attempt follows. */
  void keep(Throwable failure) {
    if (failures == null) {
      failures = new Failures();
    }
    failures.add(failure);
  }

  /** The failure that the application gets, with those of earlier attempts (rule 1.2). */
  Throwable finalFailure(Throwable thrown) {
    try {
      dialer.surfaced().add(thrown, call);
      if (latest != null && !latest.isOf(thrown)) {
        latest = latest.endedBy(thrown); // An interrupt in the wait, for example.
      }
      if (failures != null) {
        failures.attachTo(thrown);
      }
    } catch (Throwable fault) {
      dialer.fault("suppressed failures", fault);
    }
    return thrown;
  }

  /** The application takes no outcome any more, so that there is none to tell of. */
  void abandoned() {
    told = true;
  }

  /**
   * No attempt follows: tells of the end of a call that was retried, once. Whether a backoff was
   * asked, and has to forget the call.
   */
  boolean over() {
    givePlaceBack();
    Wait left = wait;
    if (left != null) {
      dialer.room().leave(left); // A fault has kept it there.
    }
    if (retries > 0 && !told) {
      told = true;
      dialer.listener().ended(call, latest);
    }
    boolean counted = countsBackoff;
    countsBackoff = false;
    return counted;
  }
}
