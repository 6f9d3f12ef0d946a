package io.redial.storms;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The table, and the page around it. */
final class Report {
  private final List<Run> runs;

  Report(List<Run> runs) {
    this.runs = runs;
  }

  /** A line for each variant, as Markdown. */
  String table() {
    StringBuilder table = new StringBuilder();
    table.append(
        "| | load in the outage | most requests a second | seconds to normal | calls that succeed:"
            + " in the hiccup | in the outage | after it |\n");
    table.append("|---|---:|---:|---:|---:|---:|---:|\n");
    for (Run run : runs) {
      table.append(
          format(
              "| %s | %.2f× | %.0f | %s | %s | %s | %s |\n",
              run.variant().label(),
              run.loadInOutage(),
              run.peak(),
              run.recovered()
                  ? format("%.1f", run.secondsToNormal())
                  : format("not within %.0f", run.scenario().after()),
              percent(run.successInHiccup()),
              percent(run.successInOutage()),
              percent(run.successAfter())));
    }
    return table.toString();
  }

  /** What the default budget promises, and what was measured. */
  String bound() {
    return format(
        "%.2f in any ten seconds here, %.2f measured",
        Bound.at(redial().scenario().callsPerSecond()), Bound.worst(redial()));
  }

  /** The run with the defaults. */
  Run redial() {
    return runs.stream().filter(run -> run.variant() == Variant.REDIAL).findFirst().orElseThrow();
  }

  /** docs/storms.md. */
  String page() throws IOException {
    Scenario scenario = runs.get(0).scenario();
    return template()
        .replace("{{table}}", table().strip())
        .replace("{{bound}}", bound())
        .replace("{{calls}}", Integer.toString(scenario.callsPerSecond()))
        .replace("{{before}}", format("%.0f", scenario.before()))
        .replace("{{hiccup}}", format("%.0f", scenario.hiccup()))
        .replace("{{calm}}", format("%.0f", scenario.calm()))
        .replace("{{outage}}", format("%.0f", scenario.outage()))
        .replace("{{after}}", format("%.0f", scenario.after()))
        .replace("{{capacity}}", format("%.0f", scenario.capacity()))
        .replace("{{shed}}", format("%.0f", scenario.shedCost() * 100))
        .replace("{{java}}", Runtime.version().toString())
        .replace("{{processors}}", Integer.toString(Runtime.getRuntime().availableProcessors()));
  }

  private static String template() throws IOException {
    try (InputStream in = Report.class.getResourceAsStream("storms.md")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String percent(double share) {
    return format("%.0f %%", Math.floor(share * 100));
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
