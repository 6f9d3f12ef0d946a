package io.redial.control;

import io.redial.call.Dialer;
import io.redial.config.LiveConfiguration;
import io.redial.config.Settings;
import io.redial.control.log.LogSink;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * The running agent, put together when the program's first HTTP client is loaded, and not before.
 * Thread-safe.
 */
public final class Control {
  /** JMX is loaded this much later, so that the program's first response does not wait for it. */
  private static final long JMX_DELAY_SECONDS = 1;

  private final LiveConfiguration configuration;
  private final String clients;
  private RetryLog log;
  private Dialer dialer;

  /**
   * An agent that runs by that configuration.
   *
   * @param clients the names of the clients that it covers
   */
  public Control(LiveConfiguration configuration, String clients) {
    this.configuration = configuration;
    this.clients = clients;
    directLog(configuration.current().settings());
  }

  /** Says that the agent is there. */
  public void started() {
    info(StartLine.ofStart(configuration.current(), clients));
  }

  /** Says by what the agent runs, now that it has something to do. */
  public void firstUse(String client) {
    info(StartLine.ofFirstUse(configuration.current(), client));
  }

  /** Past SLF4J, which is loaded only for calls that fail. */
  private static void info(String line) {
    LogSink.current().line(LogSink.INFO, line);
  }

  /** What begins the calls. */
  public synchronized Dialer dialer() {
    if (dialer == null) {
      log = new RetryLog();
      dialer = new Dialer(configuration, log);
    }
    return dialer;
  }

  private static void directLog(Settings settings) {
    LogSink.direct(
        settings.logsToStandardError(), settings.logFile(), LogSink.number(settings.logLevel()));
  }

  /** The first client was loaded. */
  public void clientsArrived() {
    dialer().after(TimeUnit.SECONDS.toNanos(JMX_DELAY_SECONDS), this::register);
  }

  /** Logs a fault of Redial's own. */
  public void fault(String where, Throwable thrown) {
    dialer().fault(where, thrown);
  }

  /** Writes one line at {@code warn}. */
  public void warn(String line) {
    org.slf4j.LoggerFactory.getLogger("redial").warn(line);
  }

  private void register() {
    try {
      ObjectName name = new ObjectName("io.redial:type=Redial");
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(
              new StandardMBean(new Operator(dialer(), log), RedialMXBean.class, true), name);
    } catch (JMException | RuntimeException | LinkageError e) {
      fault("JMX", e);
    }
  }
}
