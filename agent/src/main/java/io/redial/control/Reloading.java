package io.redial.control;

import io.redial.call.Dialer;
import io.redial.config.Fault;
import io.redial.config.LiveConfiguration;
import io.redial.config.Reload;
import io.redial.control.log.LogSink;

/** Looks at the files of options every so often, for as long as the program runs. */
final class Reloading implements Runnable {
  private final LiveConfiguration configuration;
  private final Dialer dialer;
  private final JmxLookout jmx;
  private final long intervalNanos;

  Reloading(LiveConfiguration configuration, Dialer dialer, JmxLookout jmx, long intervalNanos) {
    this.configuration = configuration;
    this.dialer = dialer;
    this.jmx = jmx;
    this.intervalNanos = intervalNanos;
  }

  /** On a thread of its own: a file system that hangs must not hold up the timer. */
  @Override
  public void run() {
    try {
      dialer.start(this::look);
    } catch (Throwable noThread) {
      dialer.after(intervalNanos, this);
    }
  }

  private void look() {
    try {
      Reload reload = configuration.reloadIfChanged();
      if (reload != null) {
        say(reload);
        dialer.optionsChanged();
        jmx.begin(0); // It may have been off until now.
      }
    } catch (Throwable thrown) {
      dialer.fault("reload", thrown);
    } finally {
      dialer.after(intervalNanos, this);
    }
  }

  private static void say(Reload reload) {
    LogSink log = LogSink.current();
    for (Fault fault : reload.faults()) {
      log.line(LogSink.ERROR, fault.message() + " (the options in force stay as they were)");
    }
    if (reload.faults().isEmpty()) {
      log.line(LogSink.INFO, "options read again: " + reload.change());
    }
  }
}
