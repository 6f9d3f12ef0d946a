package com.example.demo;

import com.example.failing.Attempt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What came of a call.
 *
 * @param outcome the status or the exception's class name, as the program printed it
 * @param took how long the program waited for it
 * @param detail the body or the exception's message
 * @param attempts what the server saw
 */
record Observed(String outcome, Duration took, String detail, List<Attempt> attempts) {

  boolean failed() {
    return !outcome.matches("\\d{3}");
  }

  /** The outcome without an exception's package. */
  String shortOutcome() {
    return outcome.substring(outcome.lastIndexOf('.') + 1);
  }

  /** All that the application had of it. */
  String saw() {
    return outcome + " (" + detail + ")";
  }

  /** The times between the requests that reached the server. */
  List<Duration> gaps() {
    List<Duration> gaps = new ArrayList<>();
    for (int n = 1; n < attempts.size(); n++) {
      gaps.add(Duration.between(attempts.get(n - 1).at(), attempts.get(n).at()));
    }
    return gaps;
  }

  Duration waited() {
    return gaps().stream().reduce(Duration.ZERO, Duration::plus);
  }

  boolean sameBytesEachTime() {
    return attempts.stream().map(Attempt::body).distinct().count() <= 1;
  }
}
