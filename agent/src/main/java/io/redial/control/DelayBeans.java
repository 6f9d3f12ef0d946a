package io.redial.control;

import io.redial.call.RetryEngine;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;

/**
 * Shows how long calls have waited for their retries (rule 11.4), with one bean for each host:
 * {@code io.redial:type=RetryDelay,host="http://stock:80"}. gRPC's proposal A96 calls this metric
 * {@code retry_delay}, and sums it up for each call. Here each wait counts as soon as it is over,
 * so that the mean is right at any moment of an incident. Thread-safe.
 */
final class DelayBeans extends HostBeans {
  /** The counter of the waits that are over. */
  static final String WAITS = "waits";

  /** The counter of the nanoseconds that these waits took. */
  static final String NANOS = "nanos";

  DelayBeans(String type, Counters delays, MBeanServer server, RetryEngine engine) {
    super(type, delays, server, engine);
  }

  @Override
  void show(String host, Set<String> known) throws JMException {
    register(host, "", new Delay(host), RetryDelayMXBean.class);
  }

  private final class Delay implements RetryDelayMXBean {
    private final String host;

    Delay(String host) {
      this.host = host;
    }

    @Override
    public String getHost() {
      return host;
    }

    @Override
    public long getCount() {
      return value(host, WAITS);
    }

    @Override
    public long getTotalMillis() {
      return TimeUnit.NANOSECONDS.toMillis(value(host, NANOS));
    }
  }
}
