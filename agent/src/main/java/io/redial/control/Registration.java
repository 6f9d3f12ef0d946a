package io.redial.control;

import io.redial.call.RetryEngine;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * Registers the agent in the platform's MBean server. It is a separate class because it loads JMX.
 */
final class Registration {
  private static final String NAME = "io.redial:type=Redial";
  private static final String OF_THE_PLATFORM = "java.lang:type=Runtime";

  private Registration() {}

  /** Registers the beans; false if the program has no platform MBean server. */
  static boolean of(RedialMXBean bean, RetryLog log, RetryEngine engine) throws JMException {
    for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
      if (server.isRegistered(new ObjectName(OF_THE_PLATFORM))) {
        register(bean, server);
        new CounterBeans("Retries", "reason", log.retries(), server, engine).begin();
        new CounterBeans("Refusals", "reason", log.refusals(), server, engine).begin();
        new DelayBeans("RetryDelay", log.delays(), server, engine).begin();
        new CounterBeans("Forecasts", "reason", log.forecasts(), server, engine).begin();
        new DelayBeans("ForecastDelay", log.forecastDelays(), server, engine).begin();
        new CounterBeans("Saved", "route", log.saved(), server, engine).begin();
        new CounterBeans("Failed", "route", log.failed(), server, engine).begin();
        return true;
      }
    }
    return false;
  }

  /** Whether there is any MBean server in this process. */
  static boolean isInUse() {
    return !MBeanServerFactory.findMBeanServer(null).isEmpty();
  }

  private static void register(RedialMXBean bean, MBeanServer server) throws JMException {
    try {
      server.registerMBean(
          new DescribedBean(bean, RedialMXBean.class, "HTTP retries: see docs/operations.md."),
          new ObjectName(NAME));
    } catch (InstanceAlreadyExistsException e) {
      // The bean exists already; one is enough.
    }
  }
}
