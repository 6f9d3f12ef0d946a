package io.redial.contract.chaos;

import io.redial.contract.server.Answer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Order;
import java.util.List;

/**
 * A kind of call: what is sent, and what the server does to its attempts, one after the other.
 *
 * @param name its path
 * @param safe whether it may be sent again though the server did not ask for that
 */
record Kind(String name, String method, BodyKind body, boolean safe, List<Step> steps) {
  private static final int SENT = 5_000;

  /** More than what is read of a response that is given up on. */
  private static final int LONG = 40_000;

  private static final Step UP = Answer.ok("up");

  static final Kind NEXT = get("next", Answer.ok("next"));

  /** The client that sends it twice by itself is asked three times, too. */
  static final List<Kind> ALL =
      List.of(
          get("healthy", UP),
          get("busy", Answer.unavailable("0"), UP),
          get("lost", Steps.reset(), Steps.reset(), UP),
          get("exhausted", busy("first"), busy("second"), busy("third"), busy("fourth")),
          get("refusing", Answer.unavailable("600")),
          get("long", busy(".".repeat(LONG)), busy("-".repeat(LONG)), busy("+".repeat(LONG))),
          sent("POST", "busy-post", BodyKind.BYTES, Answer.unavailable("0"), UP),
          sent("POST", "lost-post", BodyKind.BYTES, Steps.reset(), UP),
          sent("POST", "busy-upload", BodyKind.STREAM, Answer.unavailable("0"), UP),
          sent("PUT", "lost-upload", BodyKind.STREAM, Steps.reset(), Steps.reset(), UP),
          sent("PUT", "exhausted-upload", BodyKind.STREAM, busy("1"), busy("2"), busy("3")));

  private static Kind get(String name, Step... steps) {
    return new Kind(name, "GET", BodyKind.NONE, true, List.of(steps));
  }

  private static Kind sent(String method, String name, BodyKind body, Step... steps) {
    return new Kind(name, method, body, !method.equals("POST"), List.of(steps));
  }

  private static Step busy(String body) {
    return Answer.of(503).header("Retry-After", "0").body(body);
  }

  /** Whether its responses are longer than what is kept of one that is given up on. */
  boolean isLong() {
    return name.equals("long");
  }

  /** The call of that number. */
  Order order(String client, String url) {
    Order order =
        new Order().set("client", client).set("method", method).set("url", url).set("pool", 3);
    return body == BodyKind.NONE ? order : order.body(body, SENT, SENT);
  }

  @Override
  public String toString() {
    return name;
  }
}
