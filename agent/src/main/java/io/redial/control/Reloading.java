package io.redial.control;

import static io.redial.control.log.RedialLogger.LOG;

import io.redial.call.RetryEngine;
import io.redial.config.ConfigError;
import io.redial.config.LiveConfiguration;
import io.redial.config.Reload;

/**
 * Reads the options files again: at intervals, for as long as the program runs, and whenever an
 * operator asks for it. Thread-safe.
 */
final class Reloading {
  private final LiveConfiguration configuration;
  private final RetryEngine engine;
  private final LastReload last = new LastReload();
  private volatile Runnable whenChanged = () -> {};

  Reloading(LiveConfiguration configuration, RetryEngine engine) {
    this.configuration = configuration;
    this.engine = engine;
  }

  /** The result of the last reload. */
  LastReload last() {
    return last;
  }

  /** Sets a task to run after each reload. */
  void whenChanged(Runnable task) {
    whenChanged = task;
  }

  /** Looks at the files at intervals from now on. */
  void every(long nanos) {
    engine.after(nanos, () -> startPoll(nanos));
  }

  /**
   * Checks the files on another thread, because a file system that hangs must not hold up the
   * timer.
   */
  private void startPoll(long intervalNanos) {
    try {
      engine.start(() -> poll(intervalNanos));
    } catch (Throwable noThread) {
      every(intervalNanos);
    }
  }

  private void poll(long intervalNanos) {
    try {
      pollNow();
    } catch (Throwable thrown) {
      engine.fault("reload", thrown);
    } finally {
      every(intervalNanos);
    }
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
    last.record(reload, System.currentTimeMillis());
    Control.directLog(configuration.current().settings());
    int ended = engine.optionsChanged();
    say(reload, by, ended == 0 ? "" : ": " + Operator.waits(ended));
    whenChanged.run();
  }

  private static void say(Reload reload, String by, String ended) {
    for (ConfigError fault : reload.faults()) {
      LOG.error("{} (the options in effect do not change)", fault.message());
    }
    if (!reload.faults().isEmpty() && !by.isEmpty()) {
      LOG.info("reload{} refused because of these errors", by);
    }
    if (reload.faults().isEmpty()) {
      LOG.info("options read again{}: {}{}", by, reload.change(), ended);
    }
  }
}
