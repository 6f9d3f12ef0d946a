package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.config.LiveConfiguration;
import io.redial.config.Settings;
import io.redial.control.log.LogSink;
import io.redial.control.log.RedialLogger;
import io.redial.policy.RetryPolicy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The running agent, put together when the program's first HTTP client is loaded, and not before.
 * Thread-safe.
 */
public final class Control {
  /** JMX is looked for after this delay, so that the first response does not wait for it. */
  private static final long JMX_DELAY_SECONDS = 1;

  private static final int MOST_CLIENTS = 100;

  private final LiveConfiguration configuration;
  private final Set<String> inUse = ConcurrentHashMap.newKeySet();
  private RetryLog log;
  private RetryEngine engine;
  private volatile JmxLookout jmx;

  /** An agent that runs by that configuration. */
  public Control(LiveConfiguration configuration) {
    this.configuration = configuration;
    directLog(configuration.current().settings());
  }

  /** Logs the policy, once for each client, now that the agent has something to do. */
  public void firstUse(String client) {
    // A web application that is deployed again is not logged again. Bounded, because there may be
    // any number of packages.
    if (inUse.size() < MOST_CLIENTS && inUse.add(client)) {
      try {
        // Not through SLF4J, which is loaded only for calls that fail.
        LogSink.current().line(LogSink.INFO, PolicyLine.of(configuration.current(), client));
      } catch (Throwable thrown) {
        fault("line of first use", thrown);
      }
    }
  }

  /** The engine that begins the calls. */
  public synchronized RetryEngine engine() {
    if (engine == null) {
      log = new RetryLog((nanos, task) -> engine().after(nanos, task));
      engine = RetryEngine.system(configuration, new FlightRecording(log));
    }
    return engine;
  }

  static void directLog(Settings settings) {
    LogSink.direct(
        settings.logsToStandardError(),
        settings.logFile(),
        LogSink.number(settings.logLevel()),
        settings.logsJson());
  }

  /** The first client was loaded. */
  public void clientsArrived() {
    RetryEngine all = engine();
    LastReload last = new LastReload();
    JmxLookout lookout = new JmxLookout(all, log, new Operator(all, log, last));
    jmx = lookout;
    lookout.begin(TimeUnit.SECONDS.toNanos(JMX_DELAY_SECONDS));
    long interval = configuration.current().settings().reloadNanos();
    if (configuration.watchesFiles() && interval != RetryPolicy.UNLIMITED) {
      all.after(interval, new Reloading(configuration, all, lookout, last, interval));
    }
  }

  /** An MBean server is being created, by the program or by a tool that asks it. */
  public void serverComes() {
    JmxLookout lookout = jmx;
    if (lookout != null) {
      lookout.serverComes();
    }
  }

  /** Logs a fault of Redial's own; never throws. */
  public void fault(String where, Throwable thrown) {
    try {
      engine().fault(where, thrown);
    } catch (Throwable ignored) {
      // There is nowhere left to report it.
    }
  }

  /** Writes one line at {@code warn}. */
  public void warn(String line) {
    RedialLogger.LOG.warn(line);
  }
}
