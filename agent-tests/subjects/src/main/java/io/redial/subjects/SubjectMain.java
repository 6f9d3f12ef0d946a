package io.redial.subjects;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs scenarios on request: reads messages from standard input and answers each on standard
 * output. Every request has a thread of its own, so many can be in flight. The program ends when
 * its input does.
 */
public final class SubjectMain {
  /** Key of a request's number, repeated in its reply. */
  public static final String ID = "id";

  /** Key of the {@link Scenario} class to run. */
  public static final String SCENARIO = "scenario";

  /**
   * Key of the class path of a scenario whose client is not on the program's: a loader of its own
   * has it, as a web application has. Without it, the scenario is the program's.
   */
  public static final String CLASS_PATH = "class-path";

  /** Key of the stack trace, where a scenario threw. */
  public static final String FAULT = "fault";

  private static final Map<String, ClassLoader> LOADERS = new ConcurrentHashMap<>();

  private final DataOutputStream replies;

  private SubjectMain(DataOutputStream replies) {
    this.replies = replies;
  }

  /** Serves until standard input ends. */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err);
    ManagementFactory.getPlatformMBeanServer(); // Redial's bean appears only where there is one.
    out.write(Messages.MAGIC.getBytes(StandardCharsets.UTF_8));
    out.flush();
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    SubjectMain main = new SubjectMain(new DataOutputStream(new BufferedOutputStream(out)));
    Map<String, String> request;
    while ((request = Messages.read(in)) != null) {
      main.serve(request);
    }
    System.exit(0);
  }

  private void serve(Map<String, String> request) {
    Thread thread =
        new Thread(() -> reply(request.get(ID), run(request)), "scenario-" + request.get(ID));
    thread.setDaemon(true);
    thread.start();
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // standard error is what the test reads
  private void reply(String id, Map<String, String> reply) {
    reply.put(ID, id);
    synchronized (replies) {
      try {
        Messages.write(replies, reply);
      } catch (IOException gone) {
        gone.printStackTrace();
      }
    }
  }

  private static Map<String, String> run(Map<String, String> request) {
    try {
      return new LinkedHashMap<>(play(request));
    } catch (Throwable fault) {
      StringWriter trace = new StringWriter();
      fault.printStackTrace(new PrintWriter(trace));
      Map<String, String> reply = new LinkedHashMap<>();
      reply.put(FAULT, trace.toString());
      return reply;
    }
  }

  @SuppressWarnings("unchecked") // As its interface says, which its loader may have anew.
  private static Map<String, String> play(Map<String, String> request) throws Throwable {
    String path = request.remove(CLASS_PATH);
    ClassLoader loader =
        path == null
            ? SubjectMain.class.getClassLoader()
            : LOADERS.computeIfAbsent(path, SubjectMain::loader);
    Thread.currentThread().setContextClassLoader(loader);
    Object scenario =
        Class.forName(request.get(SCENARIO), true, loader).getDeclaredConstructor().newInstance();
    Method method =
        Class.forName(Scenario.class.getName(), true, loader).getMethod("run", Map.class);
    try {
      return (Map<String, String>) method.invoke(scenario, request);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static ClassLoader loader(String path) {
    List<URL> urls = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator, -1)) {
      try {
        urls.add(new File(entry).toURI().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException(entry, e);
      }
    }
    ClassLoader jdk = ClassLoader.getSystemClassLoader().getParent();
    return new URLClassLoader(urls.toArray(new URL[0]), jdk);
  }
}
