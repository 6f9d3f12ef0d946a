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
  private RetryLog log;
  private Dialer dialer;

  /** An agent that runs by that configuration. */
  public Control(LiveConfiguration configuration) {
    this.configuration = configuration;
  }

  /** What begins the calls. */
  public synchronized Dialer dialer() {
    if (dialer == null) {
      directLog(configuration.current().settings());
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
