package io.redial.subjects.load;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.Attribute;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What an operator does to the process over JMX, if there is a bean for it. */
final class Operator {
  private static final long PATIENCE_SECONDS = 20;
  private static final String ALL = "*";

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName name;
  private final boolean present;

  Operator(boolean present) throws JMException {
    name = new ObjectName("io.redial:type=Redial");
    this.present = present;
  }

  /** Whether there is anything to operate. */
  boolean isPresent() {
    return present;
  }

  /** Waits until a call waits for its retry; without an agent none does. */
  void awaitWaiting() throws JMException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (present && !isWaiting()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("no call waits");
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
    }
  }

  private boolean isWaiting() throws JMException {
    try {
      return (Integer) server.getAttribute(name, "Waiting") > 0;
    } catch (InstanceNotFoundException early) {
      return false;
    }
  }

  void retryNow() throws JMException {
    invoke("retryNow");
  }

  void cancelWaiting() throws JMException {
    invoke("cancelWaiting");
  }

  void enable(boolean enabled) throws JMException {
    server.setAttribute(name, new Attribute("Enabled", enabled));
  }

  private void invoke(String operation) throws JMException {
    server.invoke(name, operation, new Object[] {ALL}, new String[] {String.class.getName()});
  }
}
