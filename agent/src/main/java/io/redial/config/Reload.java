package io.redial.config;

import java.util.List;

/** What came of looking at the files again after they had changed. Immutable. */
public final class Reload {
  private final String change;
  private final List<Fault> faults;

  Reload(String change, List<Fault> faults) {
    this.change = change;
    this.faults = faults;
  }

  /**
   * What is different now, in one line: {@code max-retries 5 -> 2, route.stock.deadline 5s -> 1s}.
   * With faults, nothing is.
   */
  public String change() {
    return change;
  }

  /** Why the files were not put in force; empty if they were. Reported once for each change. */
  public List<Fault> faults() {
    return faults;
  }
}
