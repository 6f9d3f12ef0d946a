package io.redial.call;

import io.redial.policy.WaitingLimit;
import io.redial.policy.rate.Clock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A wait ends while its call does: both give the place among the waiting threads back, which counts
 * once (rule 4.7).
 */
@JCStressTest
@State
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "One place is free again.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A place was lost, or given back twice.")
public class EndOfPermit {
  private final WaitingRoom room =
      new WaitingRoom(WaitingLimit.of(2), new ThreadPools(Clock.SYSTEM), () -> false);
  private final WaitPermit permit = new WaitPermit(room);

  /** Somebody else waits, too. */
  public EndOfPermit() {
    permit.take(Thread.currentThread(), Long.MAX_VALUE);
    room.tryAcquire("other");
  }

  /** The wait. */
  @Actor
  public void wakeUp() {
    permit.giveBack();
  }

  /** The call. */
  @Actor
  public void finish() {
    permit.giveBack();
  }

  /** When both have done. */
  @Arbiter
  public void look(ZZ_Result result) {
    result.r1 = room.tryAcquire("pool");
    result.r2 = room.tryAcquire("pool");
  }
}
