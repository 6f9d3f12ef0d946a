package io.redial.cli.report;

import java.util.List;
import java.util.Locale;

/** The slowest calls and what they spent their time on, all drawn to the same scale. */
final class CallsView {
  private static final String HEAD =
      "<th scope=col>Call<th scope=col>Began<th scope=col>Request<th scope=col>Outcome"
          + "<th scope=col class=n>Attempts<th scope=col class=n>Time in all"
          + "<th scope=col>Attempts and waits";

  private static final int WIDTH = 1_000;
  private static final double NARROWEST_ATTEMPT = 8;

  private final Html html;
  private long longestNanos;

  CallsView(Html html) {
    this.html = html;
  }

  void show(List<CallTrace> calls) {
    html.markup("<section>\n<h2>Slowest calls</h2>\n");
    if (calls.isEmpty()) {
      html.markup("<p class=note>No call that was retried has ended.</p>\n</section>\n");
      return;
    }
    longestNanos = Math.max(1, calls.get(0).call().durationNanos());
    html.markup("<ul class=legend><li class=first>Attempt<li class=refused>Attempt, not retried");
    html.markup("<li class=wait>Wait</ul>\n");
    new Rows(html, "calls", "Slowest calls", HEAD).show(calls, this::row);
    html.markup("</section>\n");
  }

  private void row(CallTrace trace, int index) {
    FlightEvent call = trace.call();
    html.markup("<tr><td><a href=\"#call-" + index + "\">").text(Long.toString(call.call()));
    html.markup("</a></td><td>").time(call.startNanos(), Units.milli(call.startNanos()));
    html.markup("</td><th scope=row>").text(call.request());
    if (!call.route().isEmpty()) {
      html.markup("<small>").text("route " + call.route()).markup("</small>");
    }
    html.markup("</th><td>").text(call.outcome());
    if (!call.notRetried().isEmpty()) {
      html.markup("<small>").text("not retried: " + call.notRetried()).markup("</small>");
    }
    html.markup("</td>").number(Units.count(call.attempt()));
    html.number(Units.span(call.durationNanos())).markup("<td>");
    strip(trace);
    html.markup("</td></tr>\n");
  }

  private void strip(CallTrace trace) {
    FlightEvent call = trace.call();
    html.markup("<svg class=strip role=img preserveAspectRatio=none viewBox=\"0 0 " + WIDTH);
    html.markup(" 14\" aria-label=\"").text(Units.count(call.attempt(), "attempt", "attempts"));
    html.text(" in " + Units.span(call.durationNanos())).markup("\">");
    html.markup("<path class=whole d=\"M0 7h" + decimal(at(call, call.endNanos())) + "\"/>");
    for (FlightEvent wait : trace.waits()) {
      double from = at(call, wait.startNanos());
      box("wait", from, at(call, wait.endNanos()), "Waited " + Units.span(wait.durationNanos()));
    }
    long sent = call.startNanos();
    int number = 1;
    for (FlightEvent attempt : trace.attempts()) {
      boolean began = attempt.attempt() == number; // Otherwise the start is not known.
      double to = at(call, attempt.endNanos());
      double from = Math.min(began ? at(call, sent) : to, to - NARROWEST_ATTEMPT);
      boolean refused = !attempt.notRetried().isEmpty();
      String title = "Attempt " + attempt.attempt() + ": " + attempt.outcome();
      box(refused ? "refused" : "first", Math.max(0, from), Math.max(to, NARROWEST_ATTEMPT), title);
      FlightEvent wait = trace.waitAfter(attempt);
      number = wait == null ? 0 : attempt.attempt() + 1;
      sent = wait == null ? 0 : wait.endNanos();
    }
    html.markup("</svg>");
  }

  private double at(FlightEvent call, long nanos) {
    double share = (double) (nanos - call.startNanos()) / longestNanos;
    return WIDTH * Math.max(0, Math.min(1, share));
  }

  private void box(String kind, double from, double to, String title) {
    html.markup("<path class=" + kind + " d=\"M" + decimal(from) + " 1h" + decimal(to - from));
    html.markup("v12h-" + decimal(to - from) + "z\"><title>").text(title).markup("</title></path>");
  }

  private static String decimal(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }
}
