package io.redial.control.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/**
 * An attempt that was or could have been followed by a retry, or the last attempt of a retried
 * call.
 */
@Name("io.redial.Attempt")
@Label("HTTP Attempt")
@Description("An attempt of a call that did not succeed on the first attempt")
final class AttemptEvent extends RetryEvent {
  @Label("Attempt")
  @Description("Which attempt of the call it was, from 1")
  int attempt;

  @Label("Outcome")
  @Description("Its status, or its exception")
  String outcome;

  @Label("Reason")
  @Description("Why it was or would have been retried; empty if it succeeded")
  String reason;

  @Label("Not Retried")
  @Description("Why it was not retried; empty if it was, or succeeded")
  String notRetried;

  @Label("Wait")
  @Description("The planned wait for the next attempt, in a dry run, too; 0 if there was none")
  @Timespan(Timespan.MILLISECONDS)
  long wait;
}
