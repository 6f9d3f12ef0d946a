package io.redial.subjects.corners.caching;

import java.util.List;

/** Makes calls one after the other and prints what comes of each. */
public final class CachingMain {
  private CachingMain() {}

  /**
   * Runs.
   *
   * @param args the client; how often a call is made again while its answer is a 503 with a hint;
   *     the URL; the methods of the calls
   */
  public static void main(String[] args) throws Exception {
    int patience = Integer.parseInt(args[1]);
    try (CachingClient client = client(args[0])) {
      for (String method : List.of(args).subList(3, args.length)) {
        System.out.println(method + " " + outcome(client, method, args[2], patience));
      }
    }
  }

  private static CachingClient client(String name) {
    return switch (name) {
      case "classic4" -> Caching4.internal();
      case "decorator4" -> Caching4.decorator();
      case "classic5" -> new Caching5();
      case "async5" -> new Caching5Async();
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static String outcome(CachingClient client, String method, String url, int patience) {
    try {
      Seen seen = client.send(method, url);
      for (int i = 0; i < patience && seen.status() == 503 && seen.hinted(); i++) {
        seen = client.send(method, url);
      }
      return seen.toString();
    } catch (Exception e) {
      return e.getClass().getName();
    }
  }
}
