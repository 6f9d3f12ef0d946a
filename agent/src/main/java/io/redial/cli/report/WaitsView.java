package io.redial.cli.report;

import java.util.List;

/** The longest waits. */
final class WaitsView {
  private static final String HEAD =
      "<th scope=col>Call<th scope=col>Began<th scope=col>Request"
          + "<th scope=col class=n>After attempt<th scope=col>Reason<th scope=col>Then"
          + "<th scope=col class=n>Planned<th scope=col class=n>Waited";

  private final Html html;

  WaitsView(Html html) {
    this.html = html;
  }

  void show(List<FlightEvent> waits) {
    html.markup("<section>\n<h2>Longest waits</h2>\n");
    if (waits.isEmpty()) {
      html.markup("<p class=note>No wait was recorded.</p>\n");
    } else {
      new Rows(html, "waits", "Longest waits", HEAD).show(waits, this::row);
    }
    html.markup("</section>\n");
  }

  private void row(FlightEvent wait, int index) {
    html.markup("<tr>").cell(Long.toString(wait.call())).markup("<td>");
    html.time(wait.startNanos(), Units.milli(wait.startNanos())).markup("</td><th scope=row>");
    html.text(wait.request()).markup("</th>").number(Units.count(wait.attempt()));
    html.cell(wait.reason()).cell(wait.retried() ? "retried" : "ended without a retry");
    html.number(Units.span(wait.plannedNanos())).number(Units.span(wait.durationNanos()));
    html.markup("</tr>\n");
  }
}
