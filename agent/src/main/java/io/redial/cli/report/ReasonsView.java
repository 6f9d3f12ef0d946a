package io.redial.cli.report;

import java.util.Map;

/** Why calls were retried, and why they were not. */
final class ReasonsView {
  private final Html html;

  ReasonsView(Html html) {
    this.html = html;
  }

  void show(Totals all) {
    html.markup("<section>\n<h2>Reasons</h2>\n<div class=two>\n");
    table("Retried", "retry", all.retries());
    table("Not retried", "refused", all.refusals());
    html.markup("</div>\n</section>\n");
  }

  private void table(String title, String kind, Counts counts) {
    html.markup("<table class=reasons>\n<caption>").text(title).markup("</caption>\n");
    html.markup("<thead><tr><th scope=col>Reason<th scope=col class=n>Count");
    html.markup("<th scope=col>Share</thead>\n<tbody>\n");
    for (Map.Entry<String, Long> count : counts.entries()) {
      double share = (double) count.getValue() / counts.total();
      html.markup("<tr><th scope=row>").text(count.getKey()).markup("<small>");
      html.text(ReasonText.of(count.getKey())).markup("</small></th>");
      html.number(Units.count(count.getValue()));
      html.markup("<td><span class=\"bar " + kind + "\" style=\"width:" + Units.percent(share));
      html.markup("\"></span><span class=share>").text(Math.round(100 * share) + " %");
      html.markup("</span></td></tr>\n");
    }
    if (counts.entries().isEmpty()) {
      html.markup("<tr><td colspan=3>None\n");
    }
    html.markup("</tbody>\n</table>\n");
  }
}
