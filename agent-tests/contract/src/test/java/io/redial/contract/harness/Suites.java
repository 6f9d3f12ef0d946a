package io.redial.contract.harness;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many tests passed, suites by clients, for each JVM. Thread-safe. */
final class Suites {
  /** As a {@link ContractTest} names its invocations. */
  private static final Pattern INVOCATION = Pattern.compile("(\\S+) on JDK (\\d+)(?:, .*)?");

  private record Place(int jdk, String suite, String client) {}

  private final Map<Integer, TreeSet<String>> suites = new TreeMap<>();
  private final Map<Place, Integer> passed = new HashMap<>();
  private final Map<Place, Integer> failed = new HashMap<>();

  synchronized void ran(String suite, String invocation, boolean good) {
    Matcher named = INVOCATION.matcher(invocation);
    if (named.matches() && isClient(named.group(1))) {
      int jdk = Integer.parseInt(named.group(2));
      suites.computeIfAbsent(jdk, j -> new TreeSet<>()).add(suite);
      (good ? passed : failed).merge(new Place(jdk, suite, named.group(1)), 1, Integer::sum);
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
    return text.append(total()).toString();
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
      int sum =
          passed.entrySet().stream()
              .filter(entry -> entry.getKey().jdk == jdk && entry.getKey().client.equals(client))
              .mapToInt(Map.Entry::getValue)
              .sum();
      sums.add(sum == 0 ? "-" : Integer.toString(sum));
    }
    return line("all", sums);
  }

  private String total() {
    int good = passed.values().stream().mapToInt(Integer::intValue).sum();
    int bad = failed.values().stream().mapToInt(Integer::intValue).sum();
    return "\n" + good + " passed, " + bad + " failed\n";
  }
}
