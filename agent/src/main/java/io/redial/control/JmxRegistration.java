package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.kernel.FaultBoundary;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * Registers the agent's beans once there is a platform MBean server. It does not create one,
 * because that would initialise {@code java.util.logging}, whose manager the program may want to
 * choose later. It looks for the server when the first client is loaded, and again for a while
 * after an MBean server was created. With {@code enabled=false} it registers nothing, unless the
 * options have errors. Thread-safe.
 */
final class JmxRegistration {
  private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long SELDOM_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final RetryEngine engine;
  private final RetryLog log;
  private final RedialMXBean bean;
  private final AtomicBoolean planned = new AtomicBoolean();
  private volatile boolean expected;
  private volatile boolean done;

  JmxRegistration(RetryEngine engine, RetryLog log, RedialMXBean bean) {
    this.engine = engine;
    this.log = log;
    this.bean = bean;
  }

  /**
   * Looks for the server after a delay in nanoseconds, and again for as long as one is expected.
   */
  void begin(long nanos) {
    pollAfter(nanos, SOON_NANOS);
  }

  /** Called when an MBean server is being created; it is not complete yet. */
  void mbeanServerCreated() {
    expected = true;
    begin(SOON_NANOS);
  }

  /**
   * Looks after a delay, on a thread other than the timer's, because the program may have its own
   * implementation of an MBean server.
   */
  private void pollAfter(long nanos, long next) {
    if (!done
        && planned.compareAndSet(false, true)
        && !FaultBoundary.attempt(() -> engine.choreAfter(nanos, () -> poll(next)))) {
      planned.set(false);
    }
  }

  private synchronized void poll(long next) {
    planned.set(false); // A server that is announced from now on is looked for by another poll.
    try {
      if (!done && hasJmx() && engine.configuration().current().concernsOperators()) {
        done = Beans.register(bean, log, engine);
        // An MBean server may take some seconds to be created.
        if (!done && (Beans.hasServer() || (expected && next < SELDOM_NANOS))) {
          pollAfter(next, Math.min(SELDOM_NANOS, 2 * next));
        }
      }
    } catch (SecurityException denied) {
      // This program does not let agents use JMX.
    } catch (Throwable thrown) {
      engine.fault("JMX", thrown);
    }
  }

  /** A runtime image may lack the module {@code java.management}. */
  private static boolean hasJmx() {
    try {
      Class.forName("javax.management.MBeanServerFactory", false, null);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** A class of its own, because it loads JMX. */
  private static final class Beans {
    private static final String OF_THE_PLATFORM = "java.lang:type=Runtime";

    /** Registers the beans; false if the program has no platform MBean server. */
    static boolean register(RedialMXBean bean, RetryLog log, RetryEngine engine)
        throws JMException {
      for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
        if (server.isRegistered(new ObjectName(OF_THE_PLATFORM))) {
          ObjectName name = new ObjectName("io.redial:type=Redial");
          String description = "HTTP retries: see docs/operations.md.";
          DescribedBean.register(server, name, bean, RedialMXBean.class, description);
          new HostBeans("Retries", "reason", log.retries, server, engine).begin();
          new HostBeans("Refusals", "reason", log.refusals, server, engine).begin();
          new HostBeans("RetryDelay", null, log.delays, server, engine).begin();
          new HostBeans("Forecasts", "reason", log.forecasts, server, engine).begin();
          new HostBeans("ForecastDelay", null, log.forecastDelays, server, engine).begin();
          new HostBeans("Saved", "route", log.saved, server, engine).begin();
          new HostBeans("Failed", "route", log.failed, server, engine).begin();
          return true;
        }
      }
      return false;
    }

    static boolean hasServer() {
      return !MBeanServerFactory.findMBeanServer(null).isEmpty();
    }
  }
}
