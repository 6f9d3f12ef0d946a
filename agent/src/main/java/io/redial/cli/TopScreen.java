package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import io.redial.policy.Digits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Formats one response for {@code top}: the busiest hosts first, with rates since the previous
 * response. Not thread-safe.
 */
final class TopScreen {
  private static final double NANOS = 1e9;

  private Map<String, Long> before = new HashMap<>();
  private Map<String, Long> now = new HashMap<>();
  private long beforeAt;
  private double seconds;

  /**
   * Returns the lines of the screen.
   *
   * @param rows the response to {@code status}
   * @param nanos when the response came, by {@link System#nanoTime}
   * @param lines the most lines; hosts that do not fit are only counted
   */
  List<String> lines(String pid, List<ControlResponse.Row> rows, long nanos, int lines) {
    before = now;
    now = new HashMap<>();
    seconds = (nanos - beforeAt) / NANOS;
    beforeAt = nanos;
    List<String> screen = new ArrayList<>();
    RemoteCommand.ofKind("status", rows).forEach(row -> screen.addAll(head(pid, row)));
    RemoteCommand.ofKind("set", rows).forEach(row -> screen.add(Status.setting(row)));
    RemoteCommand.ofKind("fault", rows).forEach(row -> screen.add("fault: " + row.get("message")));
    long more = 0;
    for (ControlResponse.Row row : RemoteCommand.ofKind("more", rows)) {
      more = number(row.get("hosts"));
    }
    screen.add("");
    screen.addAll(table(RemoteCommand.ofKind("host", rows), more, lines - screen.size()));
    return screen;
  }

  private List<String> head(String pid, ControlResponse.Row row) {
    String service = row.get("service").isEmpty() ? "" : " (" + row.get("service") + ")";
    return Arrays.asList(
        "Redial " + row.get("version") + " in process " + pid + service + ": " + row.get("state"),
        count(row, "calls", "call", "calls")
            + count(row, "retries", "retry", "retries")
            + count(row, "refusals", "not retried", "not retried")
            + (row.get("waiting") + " waiting"));
  }

  private String count(ControlResponse.Row row, String name, String one, String many) {
    long number = number(row.get(name));
    String rate = rate(perSecond(name, number));
    return number
        + " "
        + (number == 1 ? one : many)
        + (rate.equals("-") ? ", " : " (" + rate + "/s), ");
  }

  private List<String> table(List<ControlResponse.Row> hosts, long more, int lines) {
    hosts.sort(
        Comparator.comparingDouble((ControlResponse.Row host) -> -perSecond(host))
            .thenComparingLong(host -> -number(host.get("waiting")))
            .thenComparingLong(host -> -retries(host)));
    TextTable table =
        new TextTable("HOST", "CALLS", "RETRIES", "/S", "WAITING", "BUDGET LEFT", "NOT RETRIED");
    int fit = hosts.size() + Math.min(1, more) < lines ? hosts.size() : Math.max(0, lines - 2);
    for (ControlResponse.Row host : hosts.subList(0, fit)) {
      String[] cells =
          RemoteCommand.cells(
              host, "host", "calls", "retries", "", "waiting", "budgetLeft", "refusals");
      cells[2] = Long.toString(retries(host));
      cells[3] = rate(perSecond(host));
      table.row(cells);
    }
    List<String> shown = new ArrayList<>();
    if (hosts.isEmpty()) {
      shown.add("no call has failed yet");
    } else {
      shown.addAll(table.lines());
    }
    if (hosts.size() + more > fit) {
      shown.add("and " + (hosts.size() + more - fit) + " more");
    }
    return shown;
  }

  private double perSecond(ControlResponse.Row host) {
    return perSecond(host.get("host"), retries(host));
  }

  private double perSecond(String name, long count) {
    now.put(name, count);
    Long earlier = before.get(name);
    return earlier == null || seconds <= 0 ? -1 : (count - earlier) / seconds;
  }

  private static String rate(double perSecond) {
    if (perSecond < 0) {
      return "-"; // Nothing to compare with yet.
    }
    return perSecond > 0 && perSecond < 10
        ? String.valueOf(Math.round(perSecond * 10) / 10.0)
        : Long.toString(Math.round(perSecond));
  }

  /** Returns the sum of a host's retries, which are given as {@code retry-after 3, status 1}. */
  private static long retries(ControlResponse.Row host) {
    return Arrays.stream(host.get("retries").split(", ", -1))
        .mapToLong(count -> number(count.substring(count.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static long number(String text) {
    return Math.max(0, Digits.number(text));
  }
}
