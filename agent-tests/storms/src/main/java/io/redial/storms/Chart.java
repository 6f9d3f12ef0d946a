package io.redial.storms;

import java.util.List;
import java.util.Locale;

/**
 * Requests per second over time, a panel for each variant, all on one scale: what was served, and
 * on top of it what was turned away.
 */
final class Chart {
  private static final int COLUMNS = 2;
  private static final int WIDTH = 400;
  private static final int HEIGHT = 150;
  private static final int LEFT = 50;
  private static final int TOP = 64;
  private static final int GAP_X = 40;
  private static final int GAP_Y = 56;

  private final List<Run> runs;
  private final Scenario scenario;
  private final double most;
  private final StringBuilder svg = new StringBuilder();

  private Chart(List<Run> runs) {
    this.runs = runs;
    this.scenario = runs.get(0).scenario();
    double peak = runs.stream().mapToDouble(Run::peak).max().orElse(1);
    this.most = Math.ceil(peak / 200) * 200;
  }

  /** The drawing of these runs. */
  static String of(List<Run> runs) {
    return new Chart(runs).draw();
  }

  private String draw() {
    int rows = (runs.size() + COLUMNS - 1) / COLUMNS;
    int width = LEFT + COLUMNS * (WIDTH + GAP_X);
    int height = TOP + rows * (HEIGHT + GAP_Y);
    line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"12\" role=\"img\">",
        width, height);
    line("<title>Requests per second that a failing server sees, by way to retry</title>");
    line("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", width, height);
    legend();
    for (int i = 0; i < runs.size(); i++) {
      int x = LEFT + i % COLUMNS * (WIDTH + GAP_X);
      int y = TOP + i / COLUMNS * (HEIGHT + GAP_Y);
      panel(runs.get(i), x, y);
    }
    line("</svg>");
    return svg.toString();
  }

  private void legend() {
    text(LEFT, 22, "start", "#1f2933", "Requests per second at the server");
    swatch(LEFT + 250, "#2f855a", "served");
    swatch(LEFT + 330, "#dd6b20", "turned away");
    swatch(LEFT + 450, "#e2e8f0", "outage");
  }

  private void swatch(int x, String color, String name) {
    line("<rect x=\"%d\" y=\"12\" width=\"12\" height=\"12\" fill=\"%s\"/>", x, color);
    text(x + 17, 22, "start", "#1f2933", name);
  }

  private void panel(Run run, int x, int y) {
    text(x, y - 8, "start", "#1f2933", run.variant().label());
    int from = x + across(scenario.fall());
    line(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#e2e8f0\"/>",
        from, y, x + across(scenario.recovery()) - from, HEIGHT);
    area(run.rates(false), x, y, "#dd6b20");
    area(run.rates(true), x, y, "#2f855a");
    axes(x, y);
  }

  private void area(double[] rates, int x, int y, String color) {
    StringBuilder path = new StringBuilder();
    path.append(format("M%d,%d", x, y + HEIGHT));
    for (int bin = 0; bin < rates.length; bin++) {
      int top = y + HEIGHT - up(rates[bin]);
      double second = Run.BIN;
      path.append(format(" L%d,%d", x + across(bin * second), top));
      path.append(format(" L%d,%d", x + across((bin + 1) * second), top));
    }
    path.append(format(" L%d,%d Z", x + WIDTH, y + HEIGHT));
    line("<path d=\"%s\" fill=\"%s\"/>", path, color);
  }

  private void axes(int x, int y) {
    line(
        "<path d=\"M%d,%d V%d H%d\" fill=\"none\" stroke=\"#52606d\"/>",
        x, y, y + HEIGHT, x + WIDTH);
    for (double rate = 0; rate <= most; rate += most / 2) {
      text(x - 5, y + HEIGHT - up(rate) + 4, "end", "#52606d", format("%.0f", rate));
    }
    for (double second = 0; second <= scenario.seconds(); second += 4) {
      text(x + across(second), y + HEIGHT + 16, "middle", "#52606d", format("%.0f s", second));
    }
  }

  private int across(double second) {
    return (int) Math.round(WIDTH * second / scenario.seconds());
  }

  private int up(double rate) {
    return (int) Math.round(HEIGHT * rate / most);
  }

  private void text(int x, int y, String anchor, String color, String text) {
    line(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>",
        x, y, anchor, color, text);
  }

  private void line(String pattern, Object... values) {
    svg.append(format(pattern, values)).append('\n');
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
