package io.redial.subjects.programs;

import io.redial.subjects.BodyKind;
import io.redial.subjects.Client;
import io.redial.subjects.Order;
import io.redial.subjects.Reply;

/**
 * Puts something to each of three resources with each of several clients, and prints what came of
 * it. Needs no module of Java's but what the clients need.
 */
public final class PutEach {
  /** Below the URL that the first argument gives. */
  private static final String[] RESOURCES = {"/hinted", "/reset", "/healthy"};

  private static final int BODY = 5_000;

  private PutEach() {}

  /**
   * Puts.
   *
   * @param args a URL without a path; then the class names of {@link Client}s
   */
  public static void main(String[] args) throws Exception {
    for (int i = 1; i < args.length; i++) {
      Client client =
          Class.forName(args[i]).asSubclass(Client.class).getDeclaredConstructor().newInstance();
      for (String resource : RESOURCES) {
        System.out.println(args[i] + resource + put(client, args[0] + resource));
      }
    }
    System.exit(0);
  }

  private static String put(Client client, String url) throws Exception {
    Order put = new Order().set("method", "PUT").set("url", url);
    Reply reply = client.send(put.body(BodyKind.BYTES, BODY, 1));
    String status = reply.get("status");
    return status == null
        ? " threw " + reply.classes("thrown")
        : " " + status + " " + reply.get("body.text");
  }
}
