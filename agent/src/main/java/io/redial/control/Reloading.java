package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.config.ConfigError;
import io.redial.config.LiveConfiguration;
import io.redial.config.Reload;
import io.redial.control.log.LogSink;

/** Checks the options files for changes at intervals, for as long as the program runs. */
final class Reloading implements Runnable {
  private final LiveConfiguration configuration;
  private final RetryEngine engine;
  private final Runnable whenChanged;
  private final LastReload last;
  private final long intervalNanos;

  Reloading(
      LiveConfiguration configuration,
      RetryEngine engine,
      Runnable whenChanged,
      LastReload last,
      long intervalNanos) {
    this.last = last;
    this.configuration = configuration;
    this.engine = engine;
    this.whenChanged = whenChanged;
    this.intervalNanos = intervalNanos;
  }

  /**
   * Checks the files on another thread, because a file system that hangs must not hold up the
   * timer.
   */
  @Override
  public void run() {
    try {
      engine.start(this::look);
    } catch (Throwable noThread) {
      engine.after(intervalNanos, this);
    }
  }

  private void look() {
    try {
      Reload reload = configuration.reloadIfChanged();
      if (reload != null) {
        last.record(reload, System.currentTimeMillis());
        Control.directLog(configuration.current().settings());
        say(reload);
        engine.optionsChanged();
        whenChanged.run();
      }
    } catch (Throwable thrown) {
      engine.fault("reload", thrown);
    } finally {
      engine.after(intervalNanos, this);
    }
  }

  private static void say(Reload reload) {
    LogSink log = LogSink.current();
    for (ConfigError fault : reload.faults()) {
      log.line(LogSink.ERROR, fault.message() + " (the options in effect do not change)");
    }
    if (reload.faults().isEmpty()) {
      log.line(LogSink.INFO, "options read again: " + reload.change());
    }
  }
}
