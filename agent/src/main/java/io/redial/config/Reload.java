package io.redial.config;

import java.util.List;

/** The result of reading changed files again. Immutable. */
public final class Reload {
  private final String change;
  private final List<ConfigError> faults;

  Reload(String change, List<ConfigError> faults) {
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
  public List<ConfigError> faults() {
    return faults;
  }
}
