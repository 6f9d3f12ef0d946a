package io.redial.call;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * An operator hurries a wait whose time comes, while its driver says what is to follow: one of them
 * ends it, and what follows is done once (rule 11.2).
 */
@JCStressTest
@State
@Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Its time came.")
@Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "Hurried.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Ended twice or not at all, or not followed once.")
public class EndOfWait {
  private final Wait wait = new Wait(null, null, 0);
  private final AtomicInteger followed = new AtomicInteger();

  /** The driver, and its timer. */
  @Actor
  public void drive(III_Result result) {
    wait.onEnd(followed::incrementAndGet, () -> followed.addAndGet(10));
    result.r1 = wait.end(Wait.End.ELAPSED) ? 1 : 0;
  }

  /** An operator. */
  @Actor
  public void hurry(III_Result result) {
    result.r2 = wait.end(Wait.End.HURRIED) ? 1 : 0;
  }

  /** When both have done. */
  @Arbiter
  public void look(III_Result result) {
    result.r3 = followed.get();
  }
}
