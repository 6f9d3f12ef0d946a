package io.redial.control.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A call that was retried, or waited for a retry, has ended. */
@Name("io.redial.RetriedCall")
@Label("Retried HTTP Call")
@Description("A call that was retried, or waited for its retry, has ended")
final class CallEvent extends RetryEvent {
  @Label("Attempts")
  int attempts;

  @Label("Outcome")
  @Description("The status or the exception that the application got")
  String outcome;

  @Label("Not Retried")
  @Description("Why no further attempt was made; empty if none was needed")
  String notRetried;

  @Label("Elapsed")
  @Description("From the beginning of the call to its end, all attempts and waits included")
  @Timespan(Timespan.NANOSECONDS)
  long elapsed;
}
