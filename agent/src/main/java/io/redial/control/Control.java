package io.redial.control;

import io.redial.call.Dialer;
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
  /** JMX is loaded this much later, so that the program's first response does not wait for it. */
  private static final long JMX_DELAY_SECONDS = 1;

  private static final int MOST_CLIENTS = 100;

  private final LiveConfiguration configuration;
  private final Set<String> inUse = ConcurrentHashMap.newKeySet();
  private RetryLog log;
  private Dialer dialer;

  /** An agent that runs by that configuration. */
  public Control(LiveConfiguration configuration) {
    this.configuration = configuration;
    directLog(configuration.current().settings());
  }

  /** Says by what the agent runs, now that it has something to do; once for each client. */
  public void firstUse(String client) {
    // A web application that is deployed anew is nothing new. Bounded, as its packages may be.
    if (inUse.size() < MOST_CLIENTS && inUse.add(client)) {
      try {
        // Past SLF4J, which is loaded only for calls that fail.
        LogSink.current().line(LogSink.INFO, PolicyLine.of(configuration.current(), client));
      } catch (Throwable thrown) {
        fault("line of first use", thrown);
      }
    }
  }

  /** What begins the calls. */
  public synchronized Dialer dialer() {
    if (dialer == null) {
      log = new RetryLog();
      dialer = new Dialer(configuration, log);
    }
    return dialer;
  }

  static void directLog(Settings settings) {
    LogSink.direct(
        settings.logsToStandardError(), settings.logFile(), LogSink.number(settings.logLevel()));
  }

  /** The first client was loaded. */
  public void clientsArrived() {
    Dialer all = dialer();
    // Not on the timer's thread: a program may have an MBean server of its own making.
    all.after(TimeUnit.SECONDS.toNanos(JMX_DELAY_SECONDS), () -> all.start(this::register));
    long interval = configuration.current().settings().reloadNanos();
    if (configuration.watchesFiles() && interval != RetryPolicy.UNLIMITED) {
      dialer().after(interval, new Reloading(configuration, dialer(), interval));
    }
  }

  /** Logs a fault of Redial's own. */
  public void fault(String where, Throwable thrown) {
    dialer().fault(where, thrown);
  }

  /** Writes one line at {@code warn}. */
  public void warn(String line) {
    RedialLogger.LOG.warn(line);
  }

  private void register() {
    try {
      Registration.of(new Operator(dialer(), log));
    } catch (Throwable thrown) {
      fault("JMX", thrown); // A runtime image without java.management, for example.
    }
  }
}
