package io.redial.subjects;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Looks at the JVM from inside: {@code what} is one of the cases below. */
public final class Probe implements Scenario {
  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    Reply reply = new Reply();
    switch (args.get("what")) {
      case "threads":
        threads(reply);
        break;
      case "dump":
        dump(reply);
        break;
      case "beans":
        beans(args.get("name"), reply);
        break;
      case "set":
        server()
            .setAttribute(
                new ObjectName(args.get("name")),
                new Attribute(args.get("attribute"), typed(args.get("value"))));
        break;
      case "gc":
        System.gc();
        break;
      case "memory":
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        reply.put("used", runtime.totalMemory() - runtime.freeMemory());
        break;
      case "properties":
        reply.put("java.version", System.getProperty("java.version"));
        break;
      default:
        throw new IllegalArgumentException(args.get("what"));
    }
    return reply.facts();
  }

  private static MBeanServer server() {
    return ManagementFactory.getPlatformMBeanServer();
  }

  private static void threads(Reply reply) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    StringJoiner names = new StringJoiner("\n");
    for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (info != null) {
        names.add(info.getThreadName());
      }
    }
    reply
        .put("count", threads.getThreadCount())
        .put("peak", threads.getPeakThreadCount())
        .put("names", names);
  }

  private static void dump(Reply reply) {
    StringBuilder dump = new StringBuilder();
    for (ThreadInfo info : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
      dump.append('"').append(info.getThreadName()).append("\" ").append(info.getThreadState());
      for (StackTraceElement element : info.getStackTrace()) {
        dump.append("\n  at ").append(element);
      }
      dump.append("\n  locks ").append(info.getLockedMonitors().length);
      dump.append("\n\n");
    }
    reply.put("dump", dump);
  }

  /** Every readable attribute of every bean that a pattern names, as {@code bean#attribute}. */
  private static void beans(String pattern, Reply reply) throws Exception {
    for (ObjectName name : new TreeSet<>(server().queryNames(new ObjectName(pattern), null))) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (javax.management.MBeanAttributeInfo info : server().getMBeanInfo(name).getAttributes()) {
        if (info.isReadable()) {
          values.put(info.getName(), server().getAttribute(name, info.getName()));
        }
      }
      for (Map.Entry<String, Object> value : values.entrySet()) {
        Beans.flatten(name + "#" + value.getKey(), value.getValue(), reply);
      }
    }
  }

  private static Object typed(String text) {
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    return text;
  }
}
