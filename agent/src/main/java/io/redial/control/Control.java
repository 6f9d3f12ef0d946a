package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.config.Configuration;
import io.redial.config.LiveConfiguration;
import io.redial.config.LogLevel;
import io.redial.config.Option;
import io.redial.control.log.LogSink;
import io.redial.control.remote.ControlChannel;
import io.redial.kernel.FaultBoundary;
import io.redial.policy.RetryPolicy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * The running agent, put together when the program's first HTTP client is loaded, and not before.
 * Thread-safe.
 */
public final class Control {
  /**
   * JMX and the command line become available after this delay, so that the first response does not
   * wait for them.
   */
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The options in the line of a client's first use. */
  private static final Option[] SHOWN = {
    Option.ENABLED,
    Option.MODE,
    Option.ROLLOUT,
    Option.PROFILE,
    Option.RETRY_ON,
    Option.METHODS,
    Option.MAX_RETRIES,
    Option.MAX_ERROR_RETRIES,
    Option.BACKOFF,
    Option.DEADLINE,
    Option.BUDGET,
  };

  private final LiveConfiguration configuration;
  private final RetryEngine engine;
  private final Reloading reloading;
  private final Operator operator;
  private final JmxRegistration jmx;
  private final Set<String> inUse = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean hasChannel = new AtomicBoolean();

  /**
   * Creates the agent with a configuration, and sets up the log that it names.
   *
   * @param serves tells whether the process serves anybody (rule 4.7)
   */
  public Control(LiveConfiguration configuration, BooleanSupplier serves) {
    this.configuration = configuration;
    LogSink.direct(configuration.current().settings());
    RetryLog log =
        new RetryLog(
            () -> AttemptListener.find(configuration),
            (nanos, task) -> engine().after(nanos, task),
            () -> engine().room().refusal());
    engine = RetryEngine.system(configuration, log, serves);
    reloading = new Reloading(configuration, engine);
    operator = new Operator(engine, log, reloading);
    jmx = new JmxRegistration(engine, log, operator);
  }

  /** Logs the policy once for each client, when the client is first used. */
  public void firstUse(String client) {
    // Nothing is logged again when a web application is deployed again.
    if (inUse.add(client)) {
      // Not through SLF4J, which is loaded only for calls that fail.
      FaultBoundary.run(
          this::fault,
          "line of first use",
          () -> LogSink.current().line(LogLevel.INFO, null, policy(client)));
    }
  }

  /** The policy for the calls of a client that no route matches, in one line. */
  private String policy(String client) {
    Configuration current = configuration.current();
    StringBuilder line = new StringBuilder(240).append(client).append(" in use:");
    for (Option option : SHOWN) {
      line.append(' ').append(option.key()).append('=');
      line.append(current.value(option).text());
    }
    return line.toString();
  }

  /** Returns the engine that begins the calls. */
  public RetryEngine engine() {
    return engine;
  }

  /**
   * Called when the first client has been loaded: soon opens JMX and the command line, and starts
   * to watch the options files.
   */
  public void firstClientLoaded() {
    jmx.begin(SOON_NANOS);
    engine.choreAfter(SOON_NANOS, this::openChannel);
    reloading.whenChanged(
        () -> { // Redial may have been off until now.
          jmx.begin(0);
          openChannel();
        });
    long interval = configuration.current().settings().reloadNanos();
    if (configuration.current().watchesFiles() && interval != RetryPolicy.UNLIMITED) {
      reloading.every(interval);
    }
  }

  /**
   * Opens the folder of the command line. Takes no lock, because the folder may be on a file system
   * that hangs.
   */
  private void openChannel() {
    Configuration current = configuration.current();
    if (current.settings().isControlled()
        && current.concernsOperators()
        && hasChannel.compareAndSet(false, true)) {
      FaultBoundary.run(this::fault, "command line", this::answer);
    }
  }

  private void answer() {
    ControlChannel channel = new ControlChannel(configuration, new ControlCommands(operator));
    if (channel.open()) {
      Poller.runAfter(ControlChannel.POLL_INTERVAL, engine, "command line", channel::poll);
    }
  }

  /**
   * Called when an MBean server is being created, by the program or for a tool that connects to it.
   */
  public void mbeanServerCreated() {
    jmx.mbeanServerCreated();
  }

  /** Logs an internal fault; never throws. */
  public void fault(String where, Throwable thrown) {
    FaultBoundary.attempt(() -> engine.fault(where, thrown));
  }
}
