package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import java.io.PrintWriter;
import java.util.List;

/** {@code attempts PID [HOST|CALL]}: the last attempts and their outcomes. */
final class Attempts extends RemoteCommand {
  Attempts() {
    super("Lists the last attempts of calls that did not succeed on the first attempt.", "attempt");
    takes(
        "HOST|CALL",
        false,
        "Only those to a host (scheme://host:port), or of the call of that number.");
  }

  @Override
  String[] request() {
    return new String[] {"attempts", parameter(1) == null ? "*" : parameter(1)};
  }

  @Override
  void print(List<ControlResponse.Row> rows, PrintWriter out) {
    TextTable table = new TextTable("TIME", "CALL", "ATTEMPT", "REQUEST", "OUTCOME", "THEN");
    for (ControlResponse.Row row : rows) {
      String[] cells = cells(row, "time", "call", "attempt", "request", "outcome", "reason");
      cells[5] = then(row);
      table.row(cells);
    }
    table.print(out, "no call has failed lately");
  }

  private static String then(ControlResponse.Row row) {
    String wait = row.get("waitMillis");
    String plan = wait.startsWith("-") ? "" : row.get("reason") + ", retry in " + time(wait);
    if (!row.get("notRetried").isEmpty()) {
      String forecast = plan.isEmpty() ? "" : " (" + plan + ")"; // In a dry run.
      return "not retried: " + row.get("notRetried") + forecast;
    }
    return plan.isEmpty() ? "done" : plan;
  }
}
