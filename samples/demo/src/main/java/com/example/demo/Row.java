package com.example.demo;

import java.util.Objects;

/**
 * A line of the demo's table: a call and what should come of it.
 *
 * @param name what the program calls it
 * @param title what a reader sees
 * @param verb how the program makes the call
 * @param path where the failing server does what the title says
 * @param without what should happen without the agent
 * @param with what should happen with it
 */
record Row(String name, String title, String verb, String path, Expected without, Expected with) {

  /**
   * What should be seen of a call.
   *
   * @param outcome a status, or {@link #FAILS}
   * @param attempts requests that reach the server
   * @param hintSeconds the least time between two of them
   */
  record Expected(String outcome, int attempts, int hintSeconds) {
    /** An exception, of whatever type and message the client has for it. */
    static final String FAILS = "exception";

    Expected {
      Objects.requireNonNull(outcome);
    }

    static Expected once(String outcome) {
      return new Expected(outcome, 1, 0);
    }

    static Expected after(int attempts, String outcome) {
      return new Expected(outcome, attempts, 0);
    }

    Expected atLeastApart(int seconds) {
      return new Expected(outcome, attempts, seconds);
    }
  }
}
