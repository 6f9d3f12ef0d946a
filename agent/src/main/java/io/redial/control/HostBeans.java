package io.redial.control;

import io.redial.call.RetryEngine;
import io.redial.kernel.FaultBoundary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Shows one kind of counters as flat MBeans, which exporters of metrics can read (rule 11.4).
 * {@value #MAX_HOSTS} hosts have beans of their own; all others are summed up as host {@code
 * other}. A host keeps the beans that it got, and no count ever falls, so that rates can be
 * computed. Beans are registered on Redial's own threads. Thread-safe.
 */
final class HostBeans {
  static final int MAX_HOSTS = 20;

  /** The counter of the waits that are over. */
  static final String WAITS = "waits";

  /** The counter of the nanoseconds that these waits took. */
  static final String NANOS = "nanos";

  private static final String OTHER = "other";

  /** Beans are registered this long after something was counted for the first time. */
  private static final long DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String kind;
  private final String label;
  private final Counters counters;
  private final MBeanServer server;
  private final RetryEngine engine;
  private final AtomicBoolean expected = new AtomicBoolean();

  // Guarded by this. Hosts are added until it is full, so none of the others gets its own beans.
  private final Set<String> named = new HashSet<>();
  private final Set<ObjectName> registered = new HashSet<>();

  /**
   * Creates the beans of some counters.
   *
   * @param label what is counted by beside the host: {@code reason} or {@code route}; null for the
   *     waits of a host
   */
  HostBeans(String kind, String label, Counters counters, MBeanServer server, RetryEngine engine) {
    this.kind = kind;
    this.label = label;
    this.counters = counters;
    this.server = server;
    this.engine = engine;
  }

  /** Registers beans for what is counted so far, and from now on for whatever is added. */
  void begin() {
    counters.whenAdded(this::added);
    register();
  }

  /** Called when something is counted for the first time, on a thread of the application. */
  private void added() {
    if (expected.compareAndSet(false, true)) {
      engine.choreAfter(DELAY_NANOS, this::register);
    }
  }

  private void register() {
    expected.set(false);
    FaultBoundary.run(engine, "JMX", this::registerAll); // The program's server may do anything.
  }

  private synchronized void registerAll() throws JMException {
    Map<String, Map<String, Long>> counts = counters.byHost();
    List<String> hosts = new ArrayList<>(counts.keySet());
    hosts.sort(Comparator.comparing((String host) -> Counters.sum(counts.get(host))).reversed());
    for (String host : hosts) {
      if (named.size() < MAX_HOSTS && !host.equals(Counters.OTHERS)) {
        named.add(host);
      }
      show(named.contains(host) ? host : OTHER, counts.get(host).keySet());
    }
  }

  /**
   * Registers those beans of a host that do not exist yet.
   *
   * @param host the host's name, or {@code other}
   * @param reasons the reasons, or routes, that the host has counts for
   */
  private void show(String host, Set<String> reasons) throws JMException {
    if (label == null) {
      register(host, "", new Counter(host, WAITS), RetryDelayMXBean.class);
      return;
    }
    for (String reason : reasons) {
      String value = isPlain(reason) ? reason : ObjectName.quote(reason);
      String more = "," + label + "=" + value;
      register(host, more, new Counter(host, reason), CounterMXBean.class);
    }
  }

  /** Whether a value needs no quotes in a bean's name; a route's may contain anything. */
  private static boolean isPlain(String value) {
    String allowed = "_.-";
    return !value.isEmpty()
        && value
            .chars()
            .allMatch(c -> (c < 128 && Character.isLetterOrDigit(c)) || allowed.indexOf(c) >= 0);
  }

  /**
   * Registers a bean unless it is registered already.
   *
   * @param more what follows the host in the bean's name
   */
  private <T> void register(String host, String more, T bean, Class<T> type) throws JMException {
    String quoted = host.equals(OTHER) ? host : ObjectName.quote(host);
    ObjectName name = new ObjectName("io.redial:type=" + kind + ",host=" + quoted + more);
    if (registered.add(name)) {
      DescribedBean.register(server, name, bean, type, kind + ".");
    }
  }

  /**
   * A count by host and reason, or by host and route: {@code
   * io.redial:type=Retries,host="http://stock:80",reason=retry-after}.
   *
   * <p>For {@link #WAITS}, how long the calls to a host have waited for their retries: {@code
   * io.redial:type=RetryDelay,host="http://stock:80"}. gRPC's proposal A96 calls this metric {@code
   * retry_delay}, and sums it up for each call. Here each wait counts as soon as it is over, so
   * that the mean is right at any moment of an incident.
   */
  private final class Counter implements RetryDelayMXBean {
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

    @Override
    public long getTotalMillis() {
      return TimeUnit.NANOSECONDS.toMillis(value(host, NANOS));
    }
  }

  /** Returns what the bean of a host, or of {@code other}, shows now. */
  private synchronized long value(String host, String reason) {
    if (!host.equals(OTHER)) {
      return counters.count(host).getOrDefault(reason, 0L);
    }
    long sum = 0; // Of numbers that only grow, because counting goes on meanwhile.
    for (Map.Entry<String, Map<String, Long>> counts : counters.byHost().entrySet()) {
      if (!named.contains(counts.getKey())) {
        sum += counts.getValue().getOrDefault(reason, 0L);
      }
    }
    return sum;
  }
}
