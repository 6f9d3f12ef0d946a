package io.redial.subjects.leaks;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** How many objects of the agent's there are in the heap, by class, after a full collection. */
final class Histogram {
  private static final String AGENTS = "io.redial.";
  private static final String PROGRAMS = "io.redial.subjects.";

  /** What a timer holds for each entry. */
  private static final String TIMER_ENTRY =
      "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask";

  private final Map<String, Long> instances = new TreeMap<>();

  private Histogram() {}

  /** At this moment. */
  static Histogram now() throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    String text =
        (String)
            server.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
    Histogram histogram = new Histogram();
    for (String line : text.split("\n", -1)) {
      histogram.add(line.trim().split("\\s+"));
    }
    return histogram;
  }

  /** A line is {@code 12: 34 816 java.lang.String (java.base@17)}. */
  private void add(String[] columns) {
    if (columns.length >= 4 && columns[0].endsWith(":")) {
      String name = columns[3];
      boolean agents = name.startsWith(AGENTS) && !name.startsWith(PROGRAMS);
      if (agents || name.equals(TIMER_ENTRY)) {
        instances.merge(family(name), Long.valueOf(columns[1]), Long::sum);
      }
    }
  }

  /** Hidden classes have a number of their own. */
  private static String family(String name) {
    return name.replaceFirst("(\\$\\$Lambda).*", "$1");
  }

  /** How many objects of one class there are. */
  long of(String name) {
    Long count = instances.get(name);
    return count == null ? 0 : count;
  }

  /** The classes that have more objects than before, by more than so many. */
  Map<String, Long> grownSince(Histogram before, long tolerance) {
    Map<String, Long> grown = new TreeMap<>();
    for (Map.Entry<String, Long> entry : instances.entrySet()) {
      long more = entry.getValue() - before.of(entry.getKey());
      if (more > tolerance) {
        grown.put(entry.getKey(), more);
      }
    }
    return grown;
  }
}
