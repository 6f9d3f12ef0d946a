package io.redial.contract.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How many tests passed, suites by clients, for each JVM, and the sums of all suites as the table
 * of docs/safety.md. Thread-safe.
 */
final class Suites {
  /** As a {@link ContractTest} names its invocations. */
  private static final Pattern INVOCATION = Pattern.compile("(\\S+) on JDK (\\d+)(?:, .*)?");

  /** The row of the sums over all clients. */
  private static final String ALL = "all";

  private record Place(int jdk, String suite, String client) {}

  private final Map<Integer, TreeSet<String>> suites = new TreeMap<>();
  private final Map<Place, Integer> passed = new HashMap<>();
  private final Map<Place, Integer> failed = new HashMap<>();
  private final Map<String, Integer> skipped = new HashMap<>();

  synchronized void ran(String suite, String invocation, boolean good) {
    Matcher named = INVOCATION.matcher(invocation);
    if (named.matches() && isClient(named.group(1))) {
      int jdk = Integer.parseInt(named.group(2));
      suites.computeIfAbsent(jdk, j -> new TreeSet<>()).add(suite);
      (good ? passed : failed).merge(new Place(jdk, suite, named.group(1)), 1, Integer::sum);
    }
  }

  /** Skipped for a client, on all JVMs or on one. */
  synchronized void skipped(String invocation) {
    String client = invocation.split(" ", 2)[0];
    if (isClient(client)) {
      skipped.merge(client, 1, Integer::sum);
    }
  }

  private static boolean isClient(String name) {
    return ClientUnderTest.ALL.stream().anyMatch(client -> client.label().equals(name));
  }

  synchronized String text() {
    List<String> clients = ClientUnderTest.ALL.stream().map(ClientUnderTest::label).toList();
    StringBuilder text =
        new StringBuilder("\nThe contract: tests passed, JVM by suite by client\n\n");
    for (int i = 0; i < clients.size(); i++) {
      text.append(String.format("%4d  %s%n", i + 1, clients.get(i)));
    }
    suites.forEach(
        (jdk, names) -> {
          text.append(String.format("%n%-24s", "JDK " + jdk));
          for (int i = 1; i <= clients.size(); i++) {
            text.append(String.format("%7d", i));
          }
          names.forEach(suite -> text.append(line(jdk, suite, clients)));
          text.append(all(jdk, clients));
          text.append('\n');
        });
    return text.append(total()).append(table(clients)).toString();
  }

  private String line(int jdk, String suite, List<String> clients) {
    List<String> cells = new ArrayList<>();
    for (String client : clients) {
      Place place = new Place(jdk, suite, client);
      cells.add(
          failed.containsKey(place)
              ? failed.get(place) + " FAIL"
              : passed.containsKey(place) ? passed.get(place).toString() : "-");
    }
    return line(suite, cells);
  }

  private static String line(String name, List<String> cells) {
    StringBuilder line = new StringBuilder(String.format("%n%-24s", name));
    cells.forEach(cell -> line.append(String.format("%7s", cell)));
    return line.toString();
  }

  /** What passed in all suites. */
  private String all(int jdk, List<String> clients) {
    List<String> sums = new ArrayList<>();
    for (String client : clients) {
      int sum = sum(passed, jdk, client);
      sums.add(sum == 0 ? "-" : Integer.toString(sum));
    }
    return line(ALL, sums);
  }

  private String total() {
    int good = passed.values().stream().mapToInt(Integer::intValue).sum();
    int bad = failed.values().stream().mapToInt(Integer::intValue).sum();
    return "\n" + good + " passed, " + bad + " failed\n";
  }

  private String table(List<String> clients) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("client"));
    suites.keySet().forEach(jdk -> head.add("JDK " + jdk));
    head.add("skipped");
    rows.add(head);
    rows.add(Collections.nCopies(head.size(), "---"));
    clients.forEach(client -> rows.add(row("`" + client + "`", client)));
    rows.add(row(ALL, ALL));
    return rows.stream()
        .map(cells -> "\n| " + String.join(" | ", cells) + " |")
        .collect(Collectors.joining("", "\n", "\n"));
  }

  private List<String> row(String name, String client) {
    List<String> cells = new ArrayList<>(List.of(name));
    for (int jdk : suites.keySet()) {
      int bad = sum(failed, jdk, client);
      cells.add(count(sum(passed, jdk, client)) + (bad == 0 ? "" : ", " + bad + " failed"));
    }
    int left =
        client.equals(ALL)
            ? skipped.values().stream().mapToInt(Integer::intValue).sum()
            : skipped.getOrDefault(client, 0);
    cells.add(count(left));
    return cells;
  }

  private static int sum(Map<Place, Integer> counts, int jdk, String client) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getKey().jdk == jdk)
        .filter(entry -> client.equals(ALL) || client.equals(entry.getKey().client))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  private static String count(int number) {
    return number == 0 ? "" : String.format(Locale.ROOT, "%,d", number);
  }
}
