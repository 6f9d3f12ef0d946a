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
        Order put = new Order().set("method", "PUT").set("url", args[0] + resource);
        System.out.println(
            args[i] + resource + outcome(client.send(put.body(BodyKind.BYTES, BODY, i))));
      }
    }
    System.exit(0);
  }

  private static String outcome(Reply reply) {
    String status = reply.get("status");
    return status == null
        ? " threw " + reply.classes("thrown")
        : " " + status + " " + reply.get("body.text");
  }
}
