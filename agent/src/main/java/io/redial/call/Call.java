package io.redial.call;

import io.redial.policy.Clock;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.History;
import io.redial.policy.Outcome;
import io.redial.policy.RateLimit;
import io.redial.policy.Refusal;
import io.redial.policy.RetryBudget;
import io.redial.policy.RetryPolicy;
import io.redial.policy.backoff.Cause;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One use of a client by the application: its policy, its history and its limits. Handed from
 * thread to thread with its attempts, one of which is under way at a time.
 */
public final class Call implements History {
  /** No draw for {@code rollout} was needed yet. */
  static final double NO_LOT = -1;

  /** How often a first attempt that holds back looks whether it still has to. */
  static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Dialer dialer;
  private final RetryPolicy policy;
  private final OutgoingRequest request;
  private final HostLimits host;
  private final Object client;
  private final boolean parks;
  private final long startNanos;
  private long ownLimitNanos = RetryPolicy.UNLIMITED;

  private int attempts;
  private int retries;
  private int errorRetries;
  private boolean countsBackoff;
  private volatile Place place;
  private long budgetReceipt;
  private volatile boolean last;
  private boolean healthy;
  private long decidedNanos;
  private AttemptRecord latest;
  private Failures failures;
  private volatile double lot;
  private volatile Wait wait;
  private volatile boolean aborted;
  private volatile boolean over;

  Call(
      Dialer dialer,
      RetryPolicy policy,
      OutgoingRequest request,
      HostLimits host,
      Object client,
      boolean parks,
      double lot) {
    this.dialer = dialer;
    this.policy = policy;
    this.request = request;
    this.host = host;
    this.client = client;
    this.parks = parks;
    this.lot = lot;
    this.startNanos = clock().nanos();
  }

  /** The policy that the call started with; it keeps it (rule 11.1 aside). */
  public RetryPolicy policy() {
    return policy;
  }

  /** The application's request. */
  public OutgoingRequest request() {
    return request;
  }

  /** The application's client. */
  public Object client() {
    return client;
  }

  /** Scheme, host and port. */
  public String hostName() {
    return host.name();
  }

  /** When the call began, in the clock's monotonic nanoseconds. */
  public long startNanos() {
    return startNanos;
  }

  /** How many attempts were begun. */
  public int attempts() {
    return attempts;
  }

  /** Bounds the call by the application's own total timeout (rule 5.3). */
  public void limitTo(long nanos) {
    ownLimitNanos = nanos;
  }

  /** What the attempt that begins now may take; {@link RetryPolicy#UNLIMITED} for ever. */
  public long attemptNanos() {
    return Math.min(policy.perTryTimeoutNanos(), ownRemainingNanos());
  }

  /** Where copies of request bodies are accounted for. */
  public ReplayBuffer newReplayBuffer() {
    return new ReplayBuffer(dialer.replayMemory(), policy.replayBufferBytes());
  }

  /** Runs a quick task after that many nanoseconds. */
  public Timer timer() {
    return dialer.timer();
  }

  /**
   * Drops the connection of a given-up response unless its body ends within a second, or half of
   * the time that is left: one that drips is not worth its connection (rule 8.1).
   */
  public Future<?> whenPatienceEnds(Runnable drop) {
    return timer().after(Math.min(PATIENCE_NANOS, remainingNanos() / 2), drop);
  }

  /** Logs a fault of Redial's own (rule 1.4). */
  public void fault(String where, Throwable thrown) {
    dialer.fault(where, thrown);
  }

  /**
   * Whether the client's own retry layer stands back for an outcome of the attempt under way (rule
   * 7.1).
   */
  public boolean standsFor(Outcome outcome) {
    try {
      return acts() && policy.covers(request, outcome, clock()) && host.hasBackoff();
    } catch (Throwable fault) {
      dialer.fault("coverage", fault);
      return false;
    }
  }

  /**
   * Whether a connection that breaks now can lead to one more attempt, so that it is worth while to
   * take the rest of the body from its source.
   */
  public boolean mayRepeat() {
    return !aborted
        && !last
        && !over
        && remainingNanos() > 0
        && !dialer.isClosing(client)
        && standsFor(Outcome.failure(Failure.CONNECTION_ERROR))
        && (policy.perTryTimeoutNanos() == RetryPolicy.UNLIMITED
            || standsFor(Outcome.failure(Failure.TIMEOUT)));
  }

  private boolean acts() {
    return !policy.observes() && !deferred() && switchedOff() == null;
  }

  /** Why the options of this moment keep the call from any retry, or null (rule 11.1). */
  Refusal switchedOff() {
    RetryPolicy now = dialer.policyNow(request);
    if (!now.enabled()) {
      return Refusal.DISABLED;
    }
    if (now.observes()) {
      return Refusal.OBSERVE;
    }
    return inRollout(now) ? null : Refusal.ROLLOUT;
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
    long deadline = policy.deadlineNanos();
    long remaining =
        deadline == RetryPolicy.UNLIMITED
            ? RetryPolicy.UNLIMITED
            : deadline - (clock().nanos() - startNanos);
    return Math.min(remaining, ownRemainingNanos());
  }

  private long ownRemainingNanos() {
    return ownLimitNanos == RetryPolicy.UNLIMITED
        ? RetryPolicy.UNLIMITED
        : ownLimitNanos - (clock().nanos() - startNanos);
  }

  @Override
  public boolean inRollout() {
    return inRollout(dialer.policyNow(request));
  }

  /** The call keeps its lot, so that a smaller share leaves out calls that were inside. */
  private boolean inRollout(RetryPolicy now) {
    double share = Math.min(policy.rollout(), now.rollout());
    if (share >= 1) {
      return true;
    }
    if (lot < 0) {
      lot = dialer.drawLot();
    }
    return lot < share;
  }

  @Override
  public boolean deferred() {
    return policy.defers(request);
  }

  @Override
  public long backoffNanos(Cause cause) {
    countsBackoff = true;
    return host.backoffNanos(this, cause);
  }

  @Override
  public boolean takeFromBudget() {
    budgetReceipt = host.takeFromBudget();
    return budgetReceipt != RetryBudget.REFUSED;
  }

  // Attempts and their outcomes.

  int beginAttempt() {
    return ++attempts;
  }

  Decision afterResponse(Attempt attempt, int status, HeaderFields headers, boolean redirected) {
    if (!policy.concerns(status)) {
      healthy = true;
      if (retries == 0) {
        return Decision.RETURN;
      }
    }
    return after(attempt, status, null, Outcome.response(status, headers), redirected);
  }

  Decision afterFailure(Attempt attempt, Throwable thrown, Failure failure, boolean redirected) {
    healthy = false; // The body broke off after a head that was.
    return after(attempt, 0, thrown, Outcome.failure(failure), redirected);
  }

  private Decision after(
      Attempt attempt, int status, Throwable thrown, Outcome outcome, boolean redirected) {
    try {
      Decision decision = decide(redirected ? outcome.afterRedirect() : outcome);
      decidedNanos = clock().nanos(); // Not before: a backoff's step must have elapsed by its end.
      latest = new AttemptRecord(attempt.number(), clock().wallMillis(), status, thrown, decision);
      if (decision.surrenders()) {
        dialer.listener().refused(this, latest, decision.refusal());
      }
      return decision;
    } catch (Throwable fault) {
      dialer.fault("decision", fault);
      return Decision.RETURN;
    }
  }

  private Decision decide(Outcome outcome) {
    if (last || over) {
      return Decision.RETURN; // Over: its caller was interrupted and left the attempt behind.
    }
    Decision decision = policy.decide(request, outcome, this, clock(), dialer.random());
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

  /**
   * How long the first attempt holds back (rule 4.5): only the application's own timeout bounds it,
   * and what that does not allow goes out at once, because there is no outcome to surrender with.
   */
  long firstThrottleNanos() {
    return Math.max(0, host.throttleNanos(ownRemainingNanos()));
  }

  /** Whether a first attempt still has to hold back: asked from time to time while it does. */
  boolean holdsBack() {
    return !aborted && !dialer.isClosed(client) && switchedOff() == null;
  }

  HeldBack holdBack(Runnable firstAttempt) {
    return dialer.holdBack(client, firstAttempt);
  }

  void letGo(HeldBack held) {
    dialer.letGo(held);
  }

  /** What only the running agent knows against a retry. */
  private Refusal refusal() {
    Refusal switchedOff = switchedOff();
    if (switchedOff != null) {
      return switchedOff;
    }
    if (dialer.isClosing(client) || interruptedAlready()) {
      return Refusal.CANCELLED;
    }
    return !parks || takePlace() ? null : Refusal.MAX_WAITING;
  }

  /** The caller was interrupted while its client did not look: no wait begins (rule 5.4). */
  private boolean interruptedAlready() {
    return parks && Thread.currentThread().isInterrupted();
  }

  private boolean takePlace() {
    Place mine = place;
    if (mine == null) {
      mine = new Place(dialer.room(), host.name(), policy.maxWaitingPerHost());
      place = mine;
    }
    boolean taken = mine.take();
    if (over) {
      mine.giveBack(); // Nobody else will.
    }
    return taken && !over;
  }

  private void givePlaceBack() {
    Place mine = place;
    if (mine != null) {
      mine.giveBack();
    }
  }

  /** The adapter learned that the client had followed a redirect (rule 2.11). */
  Decision refuse(Attempt attempt, Decision made) {
    host.giveBackToBudget(budgetReceipt);
    givePlaceBack();
    Decision refused = made.refused(Refusal.METHOD);
    latest = latest.with(refused);
    dialer.listener().refused(this, latest, Refusal.METHOD);
    return refused;
  }

  /** The caller ended the call between the decision to retry and the wait. */
  void cancelled() {
    host.giveBackToBudget(budgetReceipt);
    dialer.listener().refused(this, latest, Refusal.CANCELLED);
  }

  /** Whatever comes of the next attempt is the call's outcome. */
  public void makeLast() {
    last = true;
  }

  Failures failures() {
    if (failures == null) {
      failures = new Failures();
    }
    return failures;
  }

  /** The failure that the application gets, with those of earlier attempts (rule 1.2). */
  Throwable finalFailure(Throwable thrown) {
    try {
      if (failures != null) {
        failures.attachTo(thrown);
      }
      if (retries > 0) {
        dialer.listener().ended(this, latest);
      }
    } catch (Throwable fault) {
      dialer.fault("suppressed failures", fault);
    }
    return thrown;
  }

  /** The call ends with a response that is not given up on. */
  void succeeded() {
    if (retries > 0) {
      dialer.listener().ended(this, latest);
    }
  }

  // Waits.

  /** Blocks the caller until the next attempt is due or the wait is ended otherwise. */
  Wait.End pause(Attempt attempt) throws InterruptedException {
    Wait started = startWait(attempt);
    Wait.End end;
    boolean goesOn = false;
    try {
      end = started.await(nanosUntil(started));
    } finally {
      goesOn = endWait(started);
    }
    return goesOn ? end : null;
  }

  Wait startWait(Attempt attempt) {
    Decision decision = attempt.decision();
    Wait started = new Wait(this, decision, decidedNanos + decision.waitNanos());
    wait = started;
    dialer.room().enter(started);
    dialer.listener().waiting(this, latest, decision);
    if (aborted || dialer.isClosed(client)) {
      started.end(Wait.End.CLOSED);
    }
    if (switchedOff() != null || dialer.isClosing(client)) {
      started.end(Wait.End.STOPPED); // Switched off or shut down since the decision.
    }
    return started;
  }

  /**
   * Leaves the waiting room and counts what became of the wait.
   *
   * @return false if the body can no longer be sent again: a file that changed in the meantime
   *     (rule 6.2)
   */
  boolean endWait(Wait ended) {
    wait = null;
    dialer.room().leave(ended);
    givePlaceBack();
    Wait.End how = ended.ended();
    if (how != Wait.End.ELAPSED && how != Wait.End.HURRIED) {
      // After STOPPED one more attempt may have to be sent.
      boolean goesOn = how != Wait.End.STOPPED || request.repeatable();
      if (how != Wait.End.STOPPED || !goesOn) {
        host.giveBackToBudget(budgetReceipt);
      }
      Refusal switchedOff = switchedOff();
      dialer
          .listener()
          .refused(this, latest, switchedOff == null ? Refusal.CANCELLED : switchedOff);
      return goesOn;
    }
    if (!request.repeatable()) {
      host.giveBackToBudget(budgetReceipt);
      dialer.listener().refused(this, latest, Refusal.BODY);
      return false;
    }
    retries++;
    if (ended.decision().hintNanos() < 0) {
      errorRetries++;
    }
    dialer.listener().retried(this, ended.decision());
    return true;
  }

  /**
   * The application aborted its request: ends the wait, or the one that is about to begin; the
   * client answers the next attempt with its own exception (rule 5.4).
   */
  public void abort() {
    aborted = true;
    Wait now = wait;
    if (now != null) {
      now.end(Wait.End.CLOSED);
    }
  }

  Wait currentWait() {
    return wait;
  }

  long nanosUntil(Wait pending) {
    return Math.max(0, pending.dueNanos() - clock().nanos());
  }

  /** No attempt follows. */
  void over() {
    over = true;
    givePlaceBack();
    if (countsBackoff || (healthy && policy.backoffPerHost())) {
      countsBackoff = false;
      try {
        host.forgetBackoff(this, healthy);
      } catch (Throwable fault) {
        dialer.fault(
            "decision", fault); // A backoff of somebody's own, which is asked in decisions.
      }
    }
  }

  private Clock clock() {
    return dialer.clock();
  }
}
