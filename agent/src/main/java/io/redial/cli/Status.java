package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import java.io.PrintWriter;
import java.util.List;

/** {@code status PID}: whether Redial is on, what is wrong, and how each host is doing. */
final class Status extends RemoteCommand {
  private static final String OPTIONS = "--options";
  private static final String ROUTES = "--routes";

  /** The kinds of rows for which there is always an array. */
  static final String[] KINDS = {"status", "set", "fault", "host"};

  Status() {
    super("Prints whether Redial is on in a program, and what it does for each host.");
    flag(OPTIONS, "Print the options in force instead, and where each comes from.");
    flag(ROUTES, "Print the routes instead, and whether each has applied to any call.");
  }

  @Override
  String[] request() {
    return new String[] {isSet(OPTIONS) ? "options" : isSet(ROUTES) ? "routes" : "status"};
  }

  @Override
  String[] kinds() {
    if (isSet(OPTIONS) || isSet(ROUTES)) {
      return new String[] {isSet(OPTIONS) ? "option" : "route"};
    }
    return KINDS;
  }

  @Override
  void print(List<ControlResponse.Row> rows, PrintWriter out) {
    ofKind("status", rows).forEach(row -> summary(row, out));
    ofKind("set", rows).forEach(row -> out.println(setting(row)));
    ofKind("fault", rows).forEach(row -> out.println("fault: " + row.get("message")));
    TextTable hosts =
        new TextTable("HOST", "CALLS", "RETRIES", "NOT RETRIED", "WAITING", "BUDGET LEFT");
    for (ControlResponse.Row row : ofKind("host", rows)) {
      hosts.row(cells(row, "host", "calls", "retries", "refusals", "waiting", "budgetLeft"));
    }
    hosts.print(out, null);
    TextTable options = new TextTable("ROUTE", "KEY", "VALUE", "FROM");
    for (ControlResponse.Row row : ofKind("option", rows)) {
      options.row(cells(row, "route", "key", "value", "origin"));
    }
    options.print(out, null);
    TextTable routes = new TextTable("ROUTE", "MATCHED", "MATCH", "FROM");
    for (ControlResponse.Row row : ofKind("route", rows)) {
      String matched = row.get("matched").equals("true") ? "yes" : "no";
      routes.row(row.get("route"), matched, row.get("match"), row.get("origin"));
    }
    routes.print(out, isSet(ROUTES) ? "there are no routes" : null);
    ofKind("more", rows).forEach(row -> out.println("and " + row.get("hosts") + " more hosts"));
  }

  /** Describes a value that an operator has set, and how long it holds. */
  static String setting(ControlResponse.Row row) {
    String ends =
        row.get("until").isEmpty()
            ? "until the process ends"
            : "until " + row.get("until") + " (" + time(row.get("leftMillis")) + " left)";
    return "set: "
        + (row.get("key") + "=" + row.get("value"))
        + (" by " + row.get("by") + " at " + row.get("since") + ", " + ends);
  }

  private static String count(String number, String one, String many) {
    return number + " " + (number.equals("1") ? one : many);
  }

  private static void summary(ControlResponse.Row row, PrintWriter out) {
    String service = row.get("service").isEmpty() ? "" : ", service " + row.get("service");
    out.printf(
        "Redial %s on Java %s%s: %s%n",
        row.get("version"), row.get("java"), service, row.get("state"));
    out.println(
        count(row.get("calls"), "call", "calls")
            + (", " + count(row.get("retries"), "retry", "retries"))
            + (", " + row.get("refusals") + " not retried, " + row.get("waiting") + " waiting"));
    boolean dryRun = !row.get("forecasts").equals("0");
    out.println(
        (row.get("saved") + " saved by a retry, " + row.get("failed") + " failed for good")
            + (dryRun ? "; dry run: " + row.get("forecasts") + " would have been retried" : ""));
    waitingLimit(row, out);
    if (!row.get("lastReload").isEmpty()) {
      out.println("options last read again: " + row.get("lastReload"));
    }
  }

  /** Prints which limit of option max-waiting holds. */
  private static void waitingLimit(ControlResponse.Row row, PrintWriter out) {
    String most = row.get("maxWaiting");
    boolean isAny = most.equals(Integer.toString(Integer.MAX_VALUE));
    String part = row.get("maxWaitingShare").equals("true") ? "share" : "number";
    String limit = isAny ? "any number" : most + " (the " + part + " in max-waiting holds)";
    out.println("threads that may wait at once: " + limit);
  }
}
