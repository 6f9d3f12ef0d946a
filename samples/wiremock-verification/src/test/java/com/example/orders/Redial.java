package com.example.orders;

import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** What the tests ask of the agent, by names only: they compile without its jar. */
final class Redial {
  /** What a run without the agent has to be told. */
  static final String MISSING =
      "Redial is not attached: run mvn test -Dredial.jar=/path/to/redial-agent.jar"
          + " (or gradle test -Predial.jar=...)";

  private Redial() {}

  /** Whether this JVM was started with the agent. */
  static boolean isAttached() {
    try {
      Class.forName("io.redial.RedialAgent", false, ClassLoader.getSystemClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /**
   * The retries that were not made, by reason.
   *
   * @param host a host's address without a path: {@code http://localhost:8080}
   */
  static Map<String, Long> refusals(String host) throws MalformedObjectNameException {
    if (!isAttached()) {
      throw new AssertionError("nothing counts what would have been retried");
    }
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("io.redial:type=Redial");
    await("the agent's bean").until(() -> beans.isRegistered(name));
    return JMX.newMXBeanProxy(beans, name, CountersMXBean.class)
        .getRefusalsByHost()
        .getOrDefault(host, Map.of());
  }

  /** The part of the agent's bean that is read here. */
  public interface CountersMXBean {
    /** The retries that were not made, by host and reason. */
    Map<String, Map<String, Long>> getRefusalsByHost();
  }
}
