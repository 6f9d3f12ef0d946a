package com.example.demo;

import com.example.demo.Row.Expected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Compares a line of the table with what it should be. */
final class Check {
  /** Nothing in the script may keep a program longer than its hints and this. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private final List<String> faults = new ArrayList<>();

  private Check() {}

  /** What is wrong with the line; nothing if it is as it should be. */
  static List<String> faults(Row row, Observed without, Observed with) {
    Check check = new Check();
    check.compare("without", row.without(), without);
    check.compare("with", row.with(), with);
    if (row.with().outcome().equals(Expected.FAILS)) {
      check.expect(
          with.saw().equals(without.saw()), "with: " + with.saw() + ", without: " + without.saw());
    }
    return check.faults;
  }

  private void compare(String when, Expected expected, Observed observed) {
    expect(
        expected.outcome().equals(Expected.FAILS)
            ? observed.failed()
            : observed.outcome().equals(expected.outcome()),
        when + ": " + observed.saw() + ", expected " + expected.outcome());
    expect(
        observed.attempts().size() == expected.attempts(),
        when + ": " + observed.attempts().size() + " attempts, expected " + expected.attempts());
    Duration hint = Duration.ofSeconds(expected.hintSeconds());
    expect(
        observed.gaps().stream().allMatch(gap -> gap.compareTo(hint) >= 0),
        when + ": the attempts were " + observed.gaps() + " apart, expected " + hint);
    Duration longest = hint.multipliedBy(expected.attempts()).plus(SLACK);
    expect(
        observed.took().compareTo(longest) < 0,
        when + ": took " + observed.took() + ", expected less than " + longest);
    expect(observed.sameBytesEachTime(), when + ": the attempts sent different bytes");
  }

  private void expect(boolean met, String fault) {
    if (!met) {
      faults.add(fault);
    }
  }
}
