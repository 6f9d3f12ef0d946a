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
   * The changes in one line: {@code max-retries 5 -> 2, route.stock.deadline 5s -> 1s}; {@code
   * nothing} if there are none or there are faults.
   */
  public String change() {
    return change;
  }

  /**
   * The reasons why the files did not take effect; empty if they did. Reported once for each
   * change.
   */
  public List<ConfigError> faults() {
    return faults;
  }
}
