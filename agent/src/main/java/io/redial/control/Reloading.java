package io.redial.control;

import static io.redial.control.log.RedialLogger.LOG;

import io.redial.call.RetryEngine;
import io.redial.config.ConfigError;
import io.redial.config.LiveConfiguration;
import io.redial.config.Reload;
import io.redial.control.log.LogLine;
import io.redial.control.log.LogSink;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Reads the options files again: at intervals, for as long as the program runs, and whenever an
 * operator asks for it. Thread-safe.
 */
final class Reloading {
  private final LiveConfiguration configuration;
  private final RetryEngine engine;
  private volatile String lastReload = "";
  private volatile List<String> faults = Collections.emptyList();
  private volatile Runnable whenChanged = () -> {};

  Reloading(LiveConfiguration configuration, RetryEngine engine) {
    this.configuration = configuration;
    this.engine = engine;
  }

  /**
   * When the last reload was, and what it changed or that it was refused; empty if there was none
   * (rule 11.6).
   */
  String lastReload() {
    return lastReload;
  }

  /**
   * The errors because of which the files in their present state were not applied; empty if they
   * were.
   */
  List<String> faults() {
    return faults;
  }

  /** The messages of faults. */
  static List<String> messages(List<ConfigError> faults) {
    return faults.stream().map(ConfigError::message).collect(Collectors.toList());
  }

  /** Sets a task to run after each reload. */
  void whenChanged(Runnable task) {
    whenChanged = task;
  }

  /** Checks the files at intervals from now on. */
  void every(long nanos) {
    LongSupplier poll =
        () -> {
          pollNow();
          return nanos;
        };
    Poller.runAfter(nanos, engine, "reload", poll);
  }

  /** Checks the files once. What was found last is also what is applied and recorded last. */
  synchronized void pollNow() {
    Reload reload = configuration.reloadIfChanged();
    if (reload != null) {
      apply(reload, "");
    }
  }

  /**
   * Reads the files now; returns when they are in force, or not applied because of faults.
   *
   * @param by what the log says of who asked for it
   */
  synchronized Reload now(String by) {
    Reload reload = configuration.reload();
    apply(reload, by);
    return reload;
  }

  private void apply(Reload reload, String by) {
    faults = messages(reload.faults());
    String result = faults.isEmpty() ? reload.change() : "refused: see the faults";
    lastReload = LogLine.time(System.currentTimeMillis()) + " " + result;
    LogSink.direct(configuration.current().settings());
    int ended = engine.optionsChanged();
    say(reload, by, ended == 0 ? "" : ": " + Operator.waits(ended));
    whenChanged.run();
  }

  private static void say(Reload reload, String by, String ended) {
    for (ConfigError fault : reload.faults()) {
      LOG.error("{} (the options in effect do not change)", fault.message());
    }
    if (reload.faults().isEmpty()) {
      LOG.info("options read again{}: {}{}", by, reload.change(), ended);
    } else if (!by.isEmpty()) {
      LOG.info("reload{} refused because of these errors", by);
    }
  }
}
