package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import java.io.PrintWriter;
import java.util.List;

/** {@code retry-now} and {@code cancel}, {@code PID HOST|CALL} or {@code PID --all}. */
final class EndWaits extends RemoteCommand {
  private static final String ALL = "--all";

  private final String verb;
  private final String done;

  private EndWaits(String verb, String done, String description) {
    super(description);
    this.verb = verb;
    this.done = done;
    takes(
        "HOST|CALL", false, "Only calls to a host (scheme://host:port), or the call of a number.");
    flag(ALL, "All of them.");
  }

  static EndWaits retryNow() {
    return new EndWaits("retry-now", "sent now", "Sends waiting retries of a program now.");
  }

  static EndWaits cancel() {
    return new EndWaits(
        "cancel", "cancelled", "Ends waits: each call gets the outcome that it already has.");
  }

  @Override
  String[] request() {
    String which = parameter(1);
    if (isSet(ALL) == (which != null)) {
      throw wrong(
          "name a host (scheme://host:port), the number of a call, or --all; waiting lists them");
    }
    return new String[] {verb, which == null ? "*" : which, user()};
  }

  @Override
  void print(List<ControlResponse.Row> rows, PrintWriter out) {
    for (ControlResponse.Row row : rows) {
      String count = row.get("count");
      out.println(count + (count.equals("1") ? " wait " : " waits ") + done);
    }
  }
}
