package io.redial.cli;

import io.redial.control.remote.ControlResponse;
import io.redial.policy.Digits;
import java.util.ArrayList;
import java.util.Collections;
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

  private Map<String, Long> before = Collections.emptyMap();
  private long beforeAt;

  /** One host. */
  private static final class HostLine {
    final ControlResponse.Row row;
    final long retries;
    final double perSecond;

    HostLine(ControlResponse.Row row, long retries, double perSecond) {
      this.row = row;
      this.retries = retries;
      this.perSecond = perSecond;
    }
  }

  /**
   * Returns the lines of the screen.
   *
   * @param rows the response to {@code status}
   * @param nanos when the response came, by {@link System#nanoTime}
   * @param lines the most lines; hosts that do not fit are only counted
   */
  List<String> lines(String pid, List<ControlResponse.Row> rows, long nanos, int lines) {
    Map<String, Long> now = new HashMap<>();
    double seconds = (nanos - beforeAt) / NANOS;
    List<String> screen = new ArrayList<>();
    List<HostLine> hosts = new ArrayList<>();
    long more = 0;
    for (ControlResponse.Row row : rows) {
      switch (row.kind()) {
        case "status":
          screen.addAll(0, head(pid, row, now, seconds));
          break;
        case "set":
          screen.add(Status.setting(row));
          break;
        case "more":
          more = number(row.get("hosts"));
          break;
        case "fault":
          screen.add("fault: " + row.get("message"));
          break;
        case "host":
          long retries = sum(row.get("retries"));
          hosts.add(new HostLine(row, retries, perSecond(row.get("host"), retries, now, seconds)));
          break;
        default: // A row of a newer Redial.
      }
    }
    before = now;
    beforeAt = nanos;
    screen.add("");
    screen.addAll(table(hosts, more, lines - screen.size()));
    return screen;
  }

  private List<String> head(
      String pid, ControlResponse.Row row, Map<String, Long> now, double seconds) {
    String service = row.get("service").isEmpty() ? "" : " (" + row.get("service") + ")";
    String state = Status.state(row);
    List<String> head = new ArrayList<>();
    head.add("Redial " + row.get("version") + " in process " + pid + service + ": " + state);
    StringBuilder counts = new StringBuilder();
    for (String[] count :
        new String[][] {{"calls", "calls"}, {"retries", "retries"}, {"refusals", "not retried"}}) {
      long number = number(row.get(count[0]));
      String rate = rate(perSecond(count[0], number, now, seconds));
      counts.append(number).append(' ').append(count[1]);
      counts.append(rate.equals("-") ? ", " : " (" + rate + "/s), ");
    }
    head.add(counts.append(row.get("waiting")).append(" waiting").toString());
    return head;
  }

  private static List<String> table(List<HostLine> hosts, long more, int lines) {
    hosts.sort(
        Comparator.comparingDouble((HostLine host) -> -host.perSecond)
            .thenComparingLong(host -> -number(host.row.get("waiting")))
            .thenComparingLong(host -> -host.retries));
    TextTable table =
        new TextTable("HOST", "CALLS", "RETRIES", "/S", "WAITING", "BUDGET LEFT", "NOT RETRIED");
    int fit = hosts.size() + Math.min(1, more) < lines ? hosts.size() : Math.max(0, lines - 2);
    for (HostLine host : hosts.subList(0, fit)) {
      table.row(
          host.row.get("host"),
          Command.orDash(host.row.get("calls")),
          Long.toString(host.retries),
          rate(host.perSecond),
          host.row.get("waiting"),
          Command.orDash(host.row.get("budgetLeft")),
          Command.orDash(host.row.get("refusals")));
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

  private double perSecond(String name, long count, Map<String, Long> now, double seconds) {
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

  /** Returns the sum of counts such as {@code retry-after 3, status 1}. */
  private static long sum(String counts) {
    long sum = 0;
    for (String count : counts.split(", ", -1)) {
      sum += number(count.substring(count.lastIndexOf(' ') + 1));
    }
    return sum;
  }

  private static long number(String text) {
    return Math.max(0, Digits.number(text));
  }
}
