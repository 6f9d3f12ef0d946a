package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import java.io.PrintWriter;
import java.util.List;

/** {@code waiting PID}: the calls that wait for their next attempt. */
final class Waiting extends RemoteCommand {
  Waiting() {
    super("Lists the calls of a program that wait for their next attempt.", "wait");
  }

  @Override
  String[] request() {
    return new String[] {"waiting"};
  }

  @Override
  void print(List<ControlResponse.Row> rows, PrintWriter out) {
    TextTable table = new TextTable("CALL", "LEFT", "ATTEMPTS", "REASON", "ROUTE", "REQUEST");
    for (ControlResponse.Row row : ofKind("wait", rows)) {
      table.row(cells(row, "call", "leftMillis", "attempts", "reason", "route", "request"));
    }
    table.print(out, "no call waits");
    for (ControlResponse.Row row : ofKind("more", rows)) {
      out.println("and " + row.get("calls") + " more calls, which are due later");
    }
  }
}
