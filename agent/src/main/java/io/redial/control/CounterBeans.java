package io.redial.control;

import io.redial.call.RetryEngine;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;

/**
 * Counts by host and reason (rule 11.4), with a bean for each pair: {@code
 * io.redial:type=Retries,host="http://stock:80",reason=retry-after}. Thread-safe.
 */
final class CounterBeans extends HostBeans {

  CounterBeans(String type, Counters counters, MBeanServer server, RetryEngine engine) {
    super(type, counters, server, engine);
  }

  @Override
  void show(String host, Set<String> reasons) throws JMException {
    for (String reason : reasons) {
      CounterMXBean bean = () -> value(host, reason);
      register(host, ",reason=" + reason, bean, CounterMXBean.class);
    }
  }
}
