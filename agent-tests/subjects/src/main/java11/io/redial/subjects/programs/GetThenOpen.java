package io.redial.subjects.programs;

import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Prints which of some packages of the JDK's own are open to the program's classes, before its
 * first call, after it, and after two that it makes on threads of a pool while it listens itself.
 */
public final class GetThenOpen {
  private GetThenOpen() {}

  /** Fetches three times what the argument names. */
  public static void main(String[] args) throws Exception {
    System.out.println("open " + open());
    Get.main(args);
    System.out.println("open " + open());
    ServerSocket listening = new ServerSocket(0);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    pool.invokeAll(List.of(() -> get(args), () -> get(args)));
    pool.shutdown();
    listening.close();
    System.out.println("open " + open());
  }

  private static Void get(String[] args) throws Exception {
    Get.main(args);
    return null;
  }

  private static List<String> open() {
    Module own = GetThenOpen.class.getModule();
    Module client = HttpClient.class.getModule();
    List<String> open = new ArrayList<>();
    for (String name : List.of("java.lang", "java.util", "jdk.internal.misc")) {
      if (Object.class.getModule().isOpen(name, own)) {
        open.add(name);
      }
    }
    for (String name : List.of("jdk.internal.net.http", "jdk.internal.net.http.common")) {
      if (client.isOpen(name, own)) {
        open.add(name);
      }
    }
    return open;
  }
}
