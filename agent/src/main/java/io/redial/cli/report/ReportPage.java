package io.redial.cli.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A report as one HTML page that needs nothing else: no script, no font, no picture, no network. A
 * content security policy holds browsers to that, whatever a recording may have smuggled in.
 */
public final class ReportPage {
  private static final String HEAD =
      "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n"
          + "<meta http-equiv=Content-Security-Policy"
          + " content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
          + "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
          + "<meta name=color-scheme content=\"light dark\">\n<title>";

  private final RetryReport report;
  private final Html html = new Html();

  private ReportPage(RetryReport report) {
    this.report = report;
  }

  /** The whole page, to be written in UTF-8. */
  public static String of(RetryReport report) {
    return new ReportPage(report).page();
  }

  private String page() {
    html.markup(HEAD).text("Retries in " + report.name()).markup("</title>\n<style>\n");
    html.markup(styles()).markup("</style>\n<body>\n");
    header();
    html.markup("<main>\n");
    new TimelineView(html).show(report.timeline());
    new HostsView(html).show(report);
    new ReasonsView(html).show(report.all());
    new CallsView(html).show(report.slowestCalls());
    new WaitsView(html).show(report.longestWaits());
    new AttemptsView(html).show(report.slowestCalls());
    html.markup("</main>\n");
    footer();
    return html.toString();
  }

  private void header() {
    long first = report.firstNanos();
    long last = report.lastNanos();
    boolean oneDay = Units.date(first).equals(Units.date(last));
    html.markup("<header>\n<h1>Retries in <span>").text(report.name()).markup("</span></h1>\n<p>");
    html.time(first, Units.date(first) + " " + Units.second(first)).markup(" to ");
    html.time(last, (oneDay ? "" : Units.date(last) + " ") + Units.second(last));
    html.markup(" UTC, ").text(Units.span(last - first));
    html.markup("</p>\n<dl>\n");
    Totals all = report.all();
    figure("Calls retried", Units.count(all.calls()), Units.count(all.recovered()) + " recovered");
    figure("Retries", Units.count(all.retries().total()), mostOften(all.retries()));
    figure("Not retried", Units.count(all.refusals().total()), mostOften(all.refusals()));
    String longest = all.longestWaitNanos() == 0 ? "" : Units.span(all.longestWaitNanos());
    figure("Waited", Units.span(all.waitedNanos()), longest.isEmpty() ? "" : longest + " at most");
    html.markup("</dl>\n</header>\n");
  }

  private void figure(String name, String value, String note) {
    html.markup("<div><dt>").text(name).markup("</dt><dd>").text(value).markup("</dd>");
    html.markup("<dd>").text(note).markup("</dd></div>\n");
  }

  private static String mostOften(Counts counts) {
    return counts.entries().isEmpty() ? "" : "mostly " + counts.entries().get(0).getKey();
  }

  private void footer() {
    html.markup(
        "<footer>\n<p>All times are UTC. Only calls that did not succeed on the first attempt are ");
    html.markup(
        "recorded. Waits that are shorter than the recording's threshold are not, nor are ");
    html.markup("calls and waits that had not ended when the recording did.</p>\n<p>");
    html.text("Shown are at most " + RetryReport.MAX_ROWS + " hosts over time, ");
    html.text(RetryReport.MAX_HOSTS + " hosts in the table, the " + RetryReport.MAX_CALLS);
    html.text(" slowest calls and the " + RetryReport.MAX_WAITS + " longest waits.");
    html.markup("</p>\n</footer>\n");
  }

  private static String styles() {
    try (InputStream in = ReportPage.class.getResourceAsStream("report.css")) {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        all.write(buffer, 0, count);
      }
      return new String(all.toByteArray(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
