package io.redial.subjects.programs;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.logging.LogManager;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * Makes an HTTP call, lets three seconds pass, and only then chooses its {@code
 * java.util.logging.manager}; prints which one it got and how many MBean servers there are. Then it
 * asks for the platform's MBean server, and prints whether Redial's bean comes to be there.
 */
public final class LogManagerAfterCall {
  private static final long QUIET_MILLIS = 3_000;
  private static final long PATIENCE_MILLIS = 20_000;

  private LogManagerAfterCall() {}

  /** A manager of the program's own. */
  public static final class Own extends LogManager {}

  /** Calls what its argument names. */
  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create(args[0])).build();
    System.out.println("status " + client.send(request, BodyHandlers.ofString()).statusCode());
    Thread.sleep(QUIET_MILLIS);
    System.out.println("servers " + MBeanServerFactory.findMBeanServer(null).size());
    System.setProperty("java.util.logging.manager", Own.class.getName());
    System.out.println("manager " + LogManager.getLogManager().getClass().getSimpleName());
    System.out.println("bean " + comes(ManagementFactory.getPlatformMBeanServer()));
  }

  private static boolean comes(MBeanServer server) throws Exception {
    ObjectName name = new ObjectName("io.redial:type=Redial");
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    while (!server.isRegistered(name) && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    return server.isRegistered(name);
  }
}
