package io.redial.control;

import io.redial.call.RetryEngine;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;

/**
 * Shows counts by host and reason (rule 11.4), with one bean for each pair: {@code
 * io.redial:type=Retries,host="http://stock:80",reason=retry-after}. Thread-safe.
 */
final class CounterBeans extends HostBeans {

  CounterBeans(String type, Counters counters, MBeanServer server, RetryEngine engine) {
    super(type, counters, server, engine);
  }

  @Override
  void show(String host, Set<String> reasons) throws JMException {
    for (String reason : reasons) {
      register(host, ",reason=" + reason, new Counter(host, reason), CounterMXBean.class);
    }
  }

  private final class Counter implements CounterMXBean {
    private final String host;
    private final String reason;

    Counter(String host, String reason) {
      this.host = host;
      this.reason = reason;
    }

    @Override
    public String getHost() {
      return host;
    }

    @Override
    public long getCount() {
      return value(host, reason);
    }
  }
}
