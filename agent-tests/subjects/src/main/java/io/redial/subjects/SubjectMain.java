package io.redial.subjects;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

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

  /** Key of the stack trace, where a scenario threw. */
  public static final String FAULT = "fault";

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
      Class<? extends Scenario> type =
          Class.forName(request.get(SCENARIO)).asSubclass(Scenario.class);
      Scenario scenario = type.getDeclaredConstructor().newInstance();
      return new LinkedHashMap<>(scenario.run(request));
    } catch (Throwable fault) {
      StringWriter trace = new StringWriter();
      fault.printStackTrace(new PrintWriter(trace));
      Map<String, String> reply = new LinkedHashMap<>();
      reply.put(FAULT, trace.toString());
      return reply;
    }
  }
}
