package io.redial.cli.report;

import java.util.List;
import java.util.Locale;

/**
 * Draws attempts over time, in one row for each host. Bars go up for attempts and down for retries
 * that were not made. All rows have the same scale. Texts are HTML instead of SVG, so that they
 * keep their size where the bars shrink.
 */
final class TimelineView {
  private static final double HEIGHT = 60;
  private static final double LOWEST_BAR = 1.5;
  private static final double GAP = 0.12;

  private final Html html;

  TimelineView(Html html) {
    this.html = html;
  }

  void show(Timeline timeline) {
    html.markup("<section>\n<h2>Over time</h2>\n<p class=note>Attempts of calls that did not ");
    html.text("succeed on the first attempt, by when they ended. Each bar is ");
    html.text(Units.roundSpan(timeline.scale().periodNanos())).markup(".</p>\n");
    html.markup("<ul class=legend><li class=first>First attempts<li class=retry>Retries");
    html.markup("<li class=refused>Not retried</ul>\n<div class=rows>\n");
    Axis axis = new Axis(timeline.mostAttempts(), timeline.mostRefusals());
    for (Timeline.Row row : timeline.rows()) {
      row(row, timeline.scale(), axis);
    }
    ticks(timeline.scale());
    html.markup("</div>\n</section>\n");
  }

  /** Converts counts to heights in units of the SVG; upwards and downwards are the same. */
  private static final class Axis {
    final int up;
    final int down;
    final double unit;
    final double base;

    Axis(int up, int down) {
      this.up = up;
      this.down = down;
      unit = HEIGHT / Math.max(1, up + down);
      base = up * unit;
    }

    double height(int count) {
      return count == 0 ? 0 : Math.max(LOWEST_BAR, count * unit);
    }
  }

  private void row(Timeline.Row row, TimeScale scale, Axis axis) {
    Totals totals = row.totals();
    String retries = Units.count(totals.retries().total(), "retry", "retries");
    String refused = Units.count(totals.refusals().total()) + " not retried";
    html.markup("<div class=row>\n<p><b>").text(totals.name()).markup("</b> <span>");
    html.text(retries + ", " + refused).markup("</span></p>\n<div class=plot>");
    if (axis.up > 0) {
      html.markup("<i style=\"top:0\">").text(Units.count(axis.up)).markup("</i>");
    }
    if (axis.down > 0) {
      html.markup("<i style=\"bottom:0\">").text(Units.count(axis.down)).markup("</i>");
    }
    html.markup("<svg role=img preserveAspectRatio=none viewBox=\"0 0 " + scale.periods());
    html.markup(" " + (int) HEIGHT + "\" aria-label=\"").text(totals.name() + ": ");
    html.text(retries + ", " + refused).markup("\">\n<path class=grid d=\"");
    for (long tick : scale.ticks()) {
      html.markup("M" + decimal(scale.share(tick) * scale.periods()) + " 0v" + (int) HEIGHT);
    }
    html.markup("\"/>\n");
    for (int i = 0; i < scale.periods(); i++) {
      if (!row.isEmpty(i)) {
        bars(row, i, scale, axis);
      }
    }
    html.markup("<path class=base d=\"M0 " + decimal(axis.base) + "h" + scale.periods());
    html.markup("\"/>\n</svg></div>\n</div>\n");
  }

  private void bars(Timeline.Row row, int period, TimeScale scale, Axis axis) {
    html.markup("<g><title>").text(title(row, period, scale)).markup("</title>");
    double first = axis.height(row.firsts(period));
    double retries = axis.height(row.retries(period));
    bar("first", period, axis.base - first, first);
    bar("retry", period, axis.base - first - retries, retries);
    bar("refused", period, axis.base, axis.height(row.refusals(period)));
    html.markup("</g>\n");
  }

  private void bar(String kind, int period, double top, double height) {
    if (height > 0) {
      html.markup("<path class=" + kind + " d=\"M" + decimal(period + GAP / 2) + " ");
      html.markup(decimal(top) + "h" + decimal(1 - GAP) + "v" + decimal(height));
      html.markup("h-" + decimal(1 - GAP) + "z\"/>");
    }
  }

  private static String title(Timeline.Row row, int period, TimeScale scale) {
    return Units.milli(scale.start(period))
        + ", "
        + Units.roundSpan(scale.periodNanos())
        + ": "
        + Units.count(row.firsts(period), "first attempt", "first attempts")
        + ", "
        + Units.count(row.retries(period), "retry", "retries")
        + ", "
        + Units.count(row.refusals(period))
        + " not retried";
  }

  private void ticks(TimeScale scale) {
    List<Long> ticks = scale.ticks();
    long step = ticks.size() > 1 ? ticks.get(1) - ticks.get(0) : scale.periodNanos();
    html.markup("<div class=ticks aria-hidden=true>");
    for (long tick : ticks) {
      html.markup("<span style=\"left:" + Units.percent(scale.share(tick)) + "\">");
      html.text(Units.tick(tick, step)).markup("</span>");
    }
    html.markup("</div>\n");
  }

  private static String decimal(double number) {
    String text = String.format(Locale.ROOT, "%.2f", number);
    return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
  }
}
