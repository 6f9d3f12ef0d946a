package io.redial.cli.report;

import java.util.List;

/** The attempts of the slowest calls. */
final class AttemptsView {
  private static final String HEAD =
      "<th scope=col>Attempt<th scope=col>Ended<th scope=col class=n>Since the start"
          + "<th scope=col>Outcome<th scope=col>Then<th scope=col class=n>Planned wait"
          + "<th scope=col class=n>Waited";

  private final Html html;

  AttemptsView(Html html) {
    this.html = html;
  }

  void show(List<CallTrace> calls) {
    if (calls.isEmpty()) {
      return;
    }
    html.markup("<section>\n<h2>Attempts of the slowest calls</h2>\n");
    new Rows(html, "attempts", "Attempts of the slowest calls", HEAD).show(calls, this::call);
    html.markup("</section>\n");
  }

  private void call(CallTrace trace, int index) {
    FlightEvent call = trace.call();
    html.markup("<tbody id=call-" + index + "><tr><th colspan=7 scope=rowgroup>");
    html.text("Call " + call.call() + ": " + call.request()).markup("</th></tr>\n");
    for (FlightEvent attempt : trace.attempts()) {
      int leftOut = trace.leftOutBefore(attempt);
      if (leftOut > 0) {
        html.markup("<tr><td colspan=7>");
        html.text(Units.count(leftOut, "attempt is", "attempts are") + " left out");
        html.markup("</td></tr>\n");
      }
      row(trace, attempt);
    }
    html.markup("</tbody>\n");
  }

  private void row(CallTrace trace, FlightEvent attempt) {
    html.markup("<tr>").cell(Units.count(attempt.attempt())).markup("<td>");
    html.time(attempt.endNanos(), Units.milli(attempt.endNanos())).markup("</td>");
    html.number(Units.span(attempt.endNanos() - trace.call().startNanos()));
    html.cell(attempt.outcome()).cell(then(attempt));
    FlightEvent wait = trace.waitAfter(attempt);
    html.number(
        attempt.leadsToRetry() || attempt.plannedNanos() > 0
            ? Units.span(attempt.plannedNanos())
            : "");
    html.number(wait == null ? "" : Units.span(wait.durationNanos())).markup("</tr>\n");
  }

  private static String then(FlightEvent attempt) {
    if (!attempt.notRetried().isEmpty()) {
      boolean dryRun = attempt.notRetried().equals("observe");
      return "not retried: " + attempt.notRetried() + (dryRun ? ", " + attempt.reason() : "");
    }
    return attempt.leadsToRetry() ? attempt.reason() + ", retry" : "done";
  }
}
