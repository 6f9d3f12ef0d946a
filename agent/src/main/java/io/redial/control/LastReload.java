package io.redial.control;

import io.redial.config.ConfigError;
import io.redial.config.Reload;
import io.redial.control.log.LogLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The result of the last reload of changed options files (rule 11.6). Thread-safe. */
final class LastReload {
  private volatile String text = "";
  private volatile List<String> faults = Collections.emptyList();

  void record(Reload reload, long wallMillis) {
    List<String> messages = new ArrayList<>();
    for (ConfigError fault : reload.faults()) {
      messages.add(fault.message());
    }
    faults = Collections.unmodifiableList(messages);
    text =
        LogLine.time(wallMillis)
            + (messages.isEmpty() ? " " + reload.change() : " refused: see the faults");
  }

  /**
   * When the last reload was, and what it changed or that it was refused; empty if there was none.
   */
  String text() {
    return text;
  }

  /**
   * The errors because of which the files in their present state were not applied; empty if they
   * were.
   */
  List<String> faults() {
    return faults;
  }
}
