package io.redial.subjects;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import javax.management.Attribute;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

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
      case "bean":
        bean(new ObjectName(args.get("name")), args.getOrDefault("attribute", ""), reply);
        if (args.containsKey("hosts")) {
          List<String> hosts = Arrays.asList(args.get("hosts").split(" ", -1));
          reply.facts().keySet().removeIf(key -> isOfAnother(key, hosts));
        }
        break;
      case "set":
        server()
            .setAttribute(
                new ObjectName(args.get("name")),
                new Attribute(args.get("attribute"), typed(args.get("value"))));
        break;
      case "invoke":
        invoke(args, reply);
        break;
      case "serve":
        new ServerSocket(0).close(); // A process that has listened once counts as one that serves.
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

  /** Calls an operation that takes texts, {@code argument0} and so on. */
  private static void invoke(Map<String, String> args, Reply reply) throws Exception {
    List<String> arguments = new ArrayList<>();
    while (args.containsKey("argument" + arguments.size())) {
      arguments.add(args.get("argument" + arguments.size()));
    }
    String[] signature = new String[arguments.size()];
    Arrays.fill(signature, String.class.getName());
    try {
      ObjectName name = new ObjectName(args.get("name"));
      Object result = server().invoke(name, args.get("operation"), arguments.toArray(), signature);
      Beans.flatten("result", result, reply);
    } catch (RuntimeMBeanException refused) {
      reply.put("refused", refused.getCause().getMessage());
    }
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

  private static void dump(Reply reply) throws Exception {
    StringBuilder dump = new StringBuilder();
    for (ThreadInfo info : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
      dump.append('"').append(info.getThreadName()).append("\" ").append(info.getThreadState());
      for (StackTraceElement element : info.getStackTrace()) {
        dump.append("\n  at ").append(element);
      }
      dump.append("\n  locks ").append(info.getLockedMonitors().length);
      dump.append("\n\n");
    }
    virtualThreads(dump);
    reply.put("dump", dump);
  }

  /** Virtual threads are in no dump but that which HotSpot writes to a file, from Java 21 on. */
  private static void virtualThreads(StringBuilder dump) throws Exception {
    ObjectName hotspot = new ObjectName("com.sun.management:type=HotSpotDiagnostic");
    for (MBeanOperationInfo operation : server().getMBeanInfo(hotspot).getOperations()) {
      if (operation.getName().equals("dumpThreads")) {
        Path folder = Files.createTempDirectory("dump");
        Path file = folder.resolve("threads.txt");
        String[] signature = {String.class.getName(), String.class.getName()};
        Object[] arguments = {file.toString(), "TEXT_PLAIN"};
        server().invoke(hotspot, "dumpThreads", arguments, signature);
        String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        Files.delete(file);
        Files.delete(folder);
        for (String thread : all.split("\n\n", -1)) {
          if (thread.split("\n", 2)[0].contains("\" virtual")) {
            dump.append(thread).append("\n\n");
          }
        }
      }
    }
  }

  /** That attribute, or every readable one, by its name; nothing if there is no such bean. */
  private static void bean(ObjectName name, String attribute, Reply reply) throws Exception {
    if (server().isRegistered(name)) {
      reply.put("registered", true);
      for (MBeanAttributeInfo info : server().getMBeanInfo(name).getAttributes()) {
        if (info.isReadable() && (attribute.isEmpty() || attribute.equals(info.getName()))) {
          Beans.flatten(info.getName(), server().getAttribute(name, info.getName()), reply);
        }
      }
    }
  }

  /** Whether a key such as {@code WaitingByHost.http://127.0.0.1:80} names none of these hosts. */
  private static boolean isOfAnother(String key, List<String> hosts) {
    int host = key.indexOf("ByHost.");
    if (host < 0) {
      return false;
    }
    String name = key.substring(host + "ByHost.".length());
    return hosts.stream().noneMatch(one -> name.equals(one) || name.startsWith(one + "."));
  }

  private static Object typed(String text) {
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    return text;
  }
}
