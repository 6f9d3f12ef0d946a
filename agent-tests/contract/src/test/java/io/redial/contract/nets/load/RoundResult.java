package io.redial.contract.nets.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of one round, as the program and the server saw it.
 *
 * @param round which round
 * @param facts what the program printed
 * @param connections how many connections the server was asked for
 * @param requests how many requests came to it
 * @param repeated how many requests of those that can be told apart came more than once
 * @param left how many of its threads outlived the client at the end of the program
 * @param faults bodies that arrived damaged and exchanges that broke off
 */
record RoundResult(
    LoadRound round,
    Map<String, Long> facts,
    int connections,
    int requests,
    int repeated,
    long left,
    List<String> faults) {

  static Map<String, Long> parse(String line) {
    Map<String, Long> facts = new HashMap<>();
    for (String fact : line.split(" ", -1)) {
      String[] pair = fact.split("=", 2);
      facts.put(pair[0], Long.parseLong(pair[1]));
    }
    return facts;
  }

  long failures() {
    return facts.get("failures");
  }

  /** Calls that were cancelled before they had ended. */
  long cancelled() {
    return facts.get("cancelled");
  }

  /** Threads at the end that are not the agent's. */
  long threads() {
    return facts.get("threads");
  }

  /** The agent's threads at the end. */
  long agentThreads() {
    return facts.get("agents");
  }

  /** KiB by which the heap grew in the last three quarters of the round. */
  long growth() {
    return facts.get("growth") / 1024;
  }

  /** A short description for a message. */
  @Override
  public String toString() {
    return round + " " + facts;
  }

  /** Status of a call that was answered with a 503 and a hint, then with a 200. */
  long probe() {
    return facts.get("probe");
  }
}
