package io.redial.control;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** Shows the agent in the platform's MBean server; apart, because JMX is loaded with it. */
final class Registration {
  private static final String NAME = "io.redial:type=Redial";

  private Registration() {}

  static void of(RedialMXBean bean) throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new StandardMBean(bean, RedialMXBean.class, true), new ObjectName(NAME));
  }
}
