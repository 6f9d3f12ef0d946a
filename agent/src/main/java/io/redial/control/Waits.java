package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.call.Wait;
import io.redial.policy.Digits;
import io.redial.policy.HostState;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Lists and counts the calls that wait, and ends their waits for operators (rule 11.2).
 * Thread-safe.
 */
final class Waits {
  static final String ALL = "*";

  /** The most calls that are listed; all are counted. */
  static final int MAX = 1_000;

  private static final int MAX_NAMED = 10;

  private final RetryEngine engine;

  Waits(RetryEngine engine) {
    this.engine = engine;
  }

  int count() {
    return engine.room().size();
  }

  /** Returns the calls that are due first, at most {@value #MAX}. */
  List<WaitInfo> list() {
    long now = System.nanoTime();
    return engine.room().waits().stream()
        .map(wait -> new WaitInfo(wait, now))
        .sorted(Comparator.comparingLong(WaitInfo::getLeftMillis))
        .limit(MAX)
        .collect(Collectors.toList());
  }

  Map<String, Integer> byHost() {
    Map<String, Integer> counts = new TreeMap<>();
    for (Wait wait : engine.room().waits()) {
      counts.merge(wait.call().hostName(), 1, Integer::sum);
    }
    return counts;
  }

  /**
   * Ends waits.
   *
   * @param which {@code scheme://host:port}, the number of a call, or {@code *}
   * @return the number of waits that it ended
   * @throws IllegalArgumentException if there is no such host, or no such call waits
   */
  int end(String which, Wait.End how) {
    String chosen = which == null ? "" : which.trim();
    if (chosen.isEmpty()) {
      throw new IllegalArgumentException(
          "no host given; allowed: scheme://host:port as in RetriesByHost, the number of a call,"
              + " or * for all");
    }
    long call = Digits.number(chosen);
    int ended = 0;
    for (Wait wait : engine.room().waits()) {
      boolean matches =
          call >= 0
              ? wait.call().number() == call
              : chosen.equals(ALL) || chosen.equals(wait.call().hostName());
      if (matches && wait.end(how)) {
        ended++;
      }
    }
    if (ended == 0 && call >= 0) {
      throw new IllegalArgumentException("call " + chosen + " does not wait" + known(calls()));
    }
    if (ended == 0 && !chosen.equals(ALL)) {
      checkHost(chosen);
    }
    return ended;
  }

  /**
   * Throws unless the program has called that host.
   *
   * @throws IllegalArgumentException with the names of hosts that it has called
   */
  void checkHost(String name) {
    if (engine.hosts().find(name) == null) {
      throw new IllegalArgumentException("no call to " + name + " was seen" + known(hosts(name)));
    }
  }

  private List<String> calls() {
    return list().stream().map(wait -> "" + wait.getCall()).collect(Collectors.toList());
  }

  /**
   * Returns the known hosts, those that contain the text first, because a scheme or a port is
   * easily forgotten.
   */
  private List<String> hosts(String text) {
    return engine.hosts().all().stream()
        .map(HostState::name)
        .sorted(
            Comparator.comparing((String name) -> !name.contains(text))
                .thenComparing(Comparator.naturalOrder()))
        .collect(Collectors.toList());
  }

  private static String known(List<String> names) {
    if (names.isEmpty()) {
      return "; there are none";
    }
    List<String> first = names.subList(0, Math.min(MAX_NAMED, names.size()));
    int more = names.size() - first.size();
    return "; known: " + String.join(", ", first) + (more == 0 ? "" : " and " + more + " more");
  }
}
