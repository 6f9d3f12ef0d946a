package io.redial.subjects.soak;

import io.redial.subjects.load.Usage;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What the process holds at this moment. */
public final class State {
  private State() {}

  /** Facts, joined by spaces. */
  public static String now() {
    String[] descriptors = new File("/proc/self/fd").list();
    return "heap="
        + Usage.heap() / 1024
        + " descriptors="
        + (descriptors == null ? -1 : descriptors.length)
        + Usage.threads()
        + agent();
  }

  /** What the agent says of itself, where there is one. */
  private static String agent() {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName name = new ObjectName("io.redial:type=Redial");
      if (!server.isRegistered(name)) {
        return "";
      }
      return " waiting="
          + server.getAttribute(name, "Waiting")
          + " replay="
          + server.getAttribute(name, "ReplayBufferBytes")
          + " retries="
          + sum(server.getAttribute(name, "Retries"))
          + " refusals="
          + sum(server.getAttribute(name, "Refusals"));
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long sum(Object tabular) {
    long sum = 0;
    for (Object row : ((javax.management.openmbean.TabularData) tabular).values()) {
      sum += (Long) ((javax.management.openmbean.CompositeData) row).get("value");
    }
    return sum;
  }

  /** A number of a state. */
  public static long number(String state, String name) {
    for (String fact : state.split(" ", -1)) {
      if (fact.startsWith(name + "=")) {
        return Long.parseLong(fact.substring(name.length() + 1));
      }
    }
    return 0;
  }

  /** For messages: the threads by their names, and what the agent's are doing. */
  static String threads() {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
      text.append(entry.getKey().getName()).append("; ");
      if (entry.getKey().getName().startsWith("redial")) {
        for (StackTraceElement element : entry.getValue()) {
          text.append("\n  at ").append(element);
        }
        text.append('\n');
      }
    }
    return text.toString();
  }
}
