package io.redial.control;

import io.redial.call.RetryEngine;
import java.util.Set;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Shows counts by host and reason, or by host and route (rule 11.4), with one bean for each pair:
 * {@code io.redial:type=Retries,host="http://stock:80",reason=retry-after}. Thread-safe.
 */
final class CounterBeans extends HostBeans {
  /** What needs no quotes in a bean's name; the name of a route may contain anything. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.-]+");

  private final String label;

  /**
   * Creates the beans of some counters.
   *
   * @param label what is counted by beside the host: {@code reason} or {@code route}
   */
  CounterBeans(
      String type, String label, Counters counters, MBeanServer server, RetryEngine engine) {
    super(type, counters, server, engine);
    this.label = label;
  }

  @Override
  void show(String host, Set<String> reasons) throws JMException {
    for (String reason : reasons) {
      String value = PLAIN.matcher(reason).matches() ? reason : ObjectName.quote(reason);
      register(host, "," + label + "=" + value, new Counter(host, reason), CounterMXBean.class);
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
