package io.redial.control.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A retry that was not made. */
@Name("io.redial.Refusal")
@Label("HTTP Retry Not Made")
@Description("A retry that could have been made and was not")
final class RefusalEvent extends RetryEvent {
  @Label("Reason")
  @Description("The reason, as in the counts of refusals: method, no-hint, budget, ...")
  String reason;

  @Label("Outcome")
  @Description("The status or the exception that was not retried")
  String outcome;
}
