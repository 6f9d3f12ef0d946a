package io.redial.control.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** The wait between two attempts; the event's duration is that of the wait. */
@Name("io.redial.Wait")
@Label("HTTP Retry Wait")
@Description("The time that a call waited for its next attempt")
final class WaitEvent extends RetryEvent {
  @Label("Attempt")
  @Description("The attempt after which the call waited, from 1")
  int attempt;

  @Label("Reason")
  @Description("Why it was retried")
  String reason;

  @Label("Planned")
  @Description("The planned wait")
  @Timespan(Timespan.NANOSECONDS)
  long planned;

  @Label("Followed by a Retry")
  boolean retried;
}
