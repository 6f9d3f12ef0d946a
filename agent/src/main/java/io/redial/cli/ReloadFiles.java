package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import java.io.PrintWriter;
import java.util.List;

/** {@code reload PID}: makes a program read its options files now. */
final class ReloadFiles extends RemoteCommand {
  ReloadFiles() {
    super(
        "Makes a program read its options files now, and returns when they are in force.",
        "reloaded",
        "fault");
  }

  @Override
  String[] request() {
    return new String[] {"reload", user()};
  }

  @Override
  int status(List<ControlResponse.Row> rows) {
    for (ControlResponse.Row row : ofKind("fault", rows)) {
      reportLine("redial: " + row.get("message") + " (the options in effect do not change)");
    }
    return ofKind("fault", rows).isEmpty() ? OK : FAULTS;
  }

  @Override
  void print(List<ControlResponse.Row> rows, PrintWriter out) {
    for (ControlResponse.Row row : ofKind("reloaded", rows)) {
      String change = row.get("change");
      out.println(
          "options read again: " + change + (change.equals("nothing") ? " has changed" : ""));
    }
  }
}
