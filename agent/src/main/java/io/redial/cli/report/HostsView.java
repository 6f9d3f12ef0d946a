package io.redial.cli.report;

import java.util.Map;

/** The table of hosts. */
final class HostsView {
  private final Html html;

  HostsView(Html html) {
    this.html = html;
  }

  void show(RetryReport report) {
    html.markup("<section>\n<h2>Hosts</h2>\n");
    html.markup("<div class=wide role=region aria-label=Hosts tabindex=0>\n<table class=hosts>\n");
    html.markup("<thead><tr><th scope=col>Host<th scope=col class=n>Calls retried");
    html.markup("<th scope=col class=n>Recovered<th scope=col class=n>Retries");
    html.markup("<th scope=col class=n>Not retried<th scope=col class=n>Waited");
    html.markup("<th scope=col class=n>Longest wait</thead>\n<tbody>\n");
    for (Totals host : report.hosts()) {
      begin(host);
      counts(host.retries());
      counts(host.refusals());
      end(host);
    }
    html.markup("</tbody>\n");
    if (report.hosts().size() > 1) {
      html.markup("<tfoot>\n");
      Totals all = report.all();
      begin(all);
      html.number(Units.count(all.retries().total()));
      html.number(Units.count(all.refusals().total()));
      end(all);
      html.markup("</tfoot>\n");
    }
    html.markup("</table>\n</div>\n</section>\n");
  }

  private void begin(Totals totals) {
    html.markup("<tr><th scope=row>").text(totals.name()).markup("</th>");
    html.number(Units.count(totals.calls())).number(Units.count(totals.recovered()));
  }

  private void end(Totals totals) {
    span(totals.waitedNanos());
    span(totals.longestWaitNanos());
    html.markup("</tr>\n");
  }

  private void span(long nanos) {
    html.number(nanos == 0 ? "\u2013" : Units.span(nanos));
  }

  private void counts(Counts counts) {
    html.markup("<td class=n>").text(Units.count(counts.total()));
    for (Map.Entry<String, Long> count : counts.entries()) {
      html.markup("<small>").text(count.getKey() + " " + Units.count(count.getValue()));
      html.markup("</small>");
    }
    html.markup("</td>");
  }
}
