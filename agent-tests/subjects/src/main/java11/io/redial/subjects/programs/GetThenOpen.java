package io.redial.subjects.programs;

import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints which of some packages of the JDK's own are open to the program's classes, before its
 * first call and after it.
 */
public final class GetThenOpen {
  private GetThenOpen() {}

  /** Fetches what the argument names in between. */
  public static void main(String[] args) throws Exception {
    System.out.println("open " + open());
    Get.main(args);
    System.out.println("open " + open());
  }

  private static List<String> open() {
    Module own = GetThenOpen.class.getModule();
    Module client = HttpClient.class.getModule();
    List<String> open = new ArrayList<>();
    for (String name : List.of("java.lang", "java.util")) {
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
