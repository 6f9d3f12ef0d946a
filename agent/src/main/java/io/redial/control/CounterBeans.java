package io.redial.control;

import io.redial.call.RetryEngine;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Shows counts by host and reason, or by host and route (rule 11.4), with one bean for each pair:
 * {@code io.redial:type=Retries,host="http://stock:80",reason=retry-after}. Thread-safe.
 */
final class CounterBeans extends HostBeans {
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
      String value = isPlain(reason) ? reason : ObjectName.quote(reason);
      register(host, "," + label + "=" + value, new Counter(host, reason), CounterMXBean.class);
    }
  }

  /** Whether a value needs no quotes in a bean's name; the name of a route may contain anything. */
  private static boolean isPlain(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!letter && (c < '0' || c > '9') && c != '_' && c != '.' && c != '-') {
        return false;
      }
    }
    return !value.isEmpty();
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
