package io.redial.cli;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A report as one HTML page, for which {@code report.html} is the form. Totals, hosts and reasons
 * are filled in here, so that they can be read without scripts; the form's own script draws the
 * rest from the report's JSON. A content security policy lets a browser use that script and the
 * form's styles and nothing else, whatever a recording may have smuggled in.
 */
final class ReportPage {
  private static final String NONE = "\u2013";

  private final RetryReport report;
  private String page;

  private ReportPage(RetryReport report, String form) {
    this.report = report;
    page = form;
  }

  /** The whole page, to be written in UTF-8. */
  static String of(RetryReport report) {
    return new ReportPage(report, Command.resource("report.html")).filled();
  }

  private String filled() {
    Totals all = report.all;
    Optional<String> mostOften = all.retries().keySet().stream().findFirst();
    fill("title", text(title()));
    fill("recording", text(report.name));
    fill("span", text(recorded()));
    fill("agents", agents());
    fill("recovered", count(all.recovered));
    fill("retried", "of " + count(all.retriedCalls) + " retried");
    fill("failed", count(all.failed()));
    boolean failed = all.failed() > 0;
    fill("unretried", failed ? count(all.neverRetried) + " of them not retried" : "");
    fill("last", failed ? "the last at " + second(all.lastFailureMillis) : "");
    fill("retries", count(Totals.sum(all.retries())));
    fill("mostly", mostOften.map(reason -> "mostly " + text(reason)).orElse(""));
    fill("waited", span(all.waitedMillis));
    fill("longest", span(all.longestWaitMillis) + " at most");
    fill("hosts", hosts());
    fill("why", reasons("retry", all.retries()));
    fill("why-not", reasons("refused", all.refusals()));
    fill("data", report.json());
    return page;
  }

  /** Puts markup in its place. No text from the recording can contain such a place. */
  private void fill(String place, String markup) {
    page = page.replace("<!--" + place + "-->", markup);
  }

  private String title() {
    Set<String> services = new LinkedHashSet<>();
    report.agents.forEach(agent -> services.add(agent.get(0)));
    services.remove("");
    return "Retries "
        + (services.isEmpty() ? "in " + report.name : "of " + String.join(", ", services));
  }

  private String recorded() {
    long first = report.firstMillis();
    long last = report.lastMillis();
    if (report.isEmpty()) {
      return "no call failed while it was recorded";
    }
    String to = day(first).equals(day(last)) ? second(last) : day(last) + " " + second(last);
    return day(first) + " " + second(first) + " to " + to + " UTC, " + span(last - first);
  }

  private String agents() {
    StringBuilder lines = new StringBuilder();
    for (List<String> agent : report.agents) {
      String service = agent.get(0).isEmpty() ? "no service name" : "service " + agent.get(0);
      String options = agent.get(2).isEmpty() ? "all options are the defaults" : agent.get(2);
      lines.append("<p>").append(text("Redial " + agent.get(1) + ", " + service + ": "));
      lines.append("<code>").append(text(options)).append("</code></p>\n");
    }
    return lines.length() == 0
        ? "<p>The recording does not name the service, Redial's version and the options.</p>"
        : lines.toString();
  }

  private String hosts() {
    List<Totals> hosts = report.hosts();
    String rows = hosts.stream().map(ReportPage::host).collect(Collectors.joining());
    return rows + (hosts.size() > 1 ? host(report.all) : "");
  }

  private static String host(Totals host) {
    boolean failed = host.failed() > 0;
    boolean waited = host.waitedMillis > 0;
    return row(
        host.name,
        "",
        count(host.recovered),
        count(host.failed()),
        failed ? second(host.lastFailureMillis) : NONE,
        byReason(host.retries()),
        byReason(host.refusals()),
        waited ? span(host.waitedMillis) : NONE,
        waited ? span(host.longestWaitMillis) : NONE);
  }

  private static String byReason(Map<String, Long> counts) {
    StringBuilder cell = new StringBuilder(count(Totals.sum(counts)));
    counts.forEach(
        (reason, count) -> cell.append("<small>" + text(reason) + " " + count(count) + "</small>"));
    return cell.toString();
  }

  private static String reasons(String kind, Map<String, Long> counts) {
    StringBuilder rows = new StringBuilder();
    counts.forEach(
        (reason, count) -> {
          long share = Math.round(100.0 * count / Totals.sum(counts));
          String bar =
              "<td><svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\">"
                  + ("<path class=\"" + kind + "\" d=\"M0 0h" + share + "v1H0z\"/></svg></td>");
          rows.append(row(reason, bar, count(count), share + " %"));
        });
    return rows.length() == 0 ? "<tr><td colspan=\"4\">None</td></tr>" : rows.toString();
  }

  private static String row(String head, String lastCell, String... numbers) {
    String cells = String.join("</td><td class=\"n\">", numbers);
    return ("<tr><th scope=\"row\">" + text(head) + "</th>")
        + ("<td class=\"n\">" + cells + "</td>" + lastCell + "</tr>\n");
  }

  private static String text(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String day(long millis) {
    return RetryReport.time(millis).substring(0, 10);
  }

  private static String second(long millis) {
    return RetryReport.time(millis).substring(11, 19);
  }

  /**
   * A span of time for people: {@code 312 ms}, {@code 9.56 s}, {@code 9 min 52 s}, {@code 26 h 3
   * min}.
   */
  static String span(long millis) {
    if (millis < 1_000) {
      return millis + " ms";
    }
    if (millis < 60_000) {
      return String.format(Locale.ROOT, "%.2f s", millis / 1_000.0);
    }
    long seconds = millis / 1_000;
    return seconds < 3_600
        ? seconds / 60 + " min " + seconds % 60 + " s"
        : seconds / 3_600 + " h " + seconds / 60 % 60 + " min";
  }
}
