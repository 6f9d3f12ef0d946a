package io.redial.call;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A first attempt's time comes while its client is shut down: it is sent once (rule 4.5). */
@JCStressTest
@State
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Sent once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Sent twice, or not at all.")
public class EndOfThrottle {
  private final AtomicInteger sent = new AtomicInteger();
  private final RateLimitedStarts.Start start =
      new RateLimitedStarts.Start(this, sent::incrementAndGet);

  /** The timer. */
  @Actor
  public void elapse() {
    start.make();
  }

  /** The client. */
  @Actor
  public void shutDown() {
    start.make();
  }

  /** When both have done. */
  @Arbiter
  public void look(I_Result result) {
    result.r1 = sent.get();
  }
}
