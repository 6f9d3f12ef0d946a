package io.redial.subjects.fuzz;

/** One call, drawn from a seed, with a server of its own. */
interface Scenario {
  /** Plays it to its end. */
  void run() throws Exception;

  /** What was wrong, in one line, or null. */
  String faultOrNull();

  /** Ends it, if it does not end by itself. */
  void cancel();
}
