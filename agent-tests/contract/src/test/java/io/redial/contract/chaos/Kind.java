package io.redial.contract.chaos;

import io.redial.contract.server.Answer;
import io.redial.contract.server.Download;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.EventLog;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.contract.server.WatchLog;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Order;
import io.redial.subjects.Reading;
import java.util.List;

/**
 * A kind of call: what is sent, and what the server does to its attempts, one after the other.
 *
 * @param name its path
 * @param safe whether it may be sent again though the server did not ask for that
 * @param query of its URI, or null
 * @param expected the body that a stream has; null for a response that is none
 */
record Kind(
    String name,
    String method,
    BodyKind body,
    boolean safe,
    List<Step> steps,
    String query,
    ExpectedBody expected) {
  private static final int SENT = 5_000;

  /** More than what is read of a response that is given up on. */
  private static final int LONG = 40_000;

  private static final Step UP = Answer.ok("up");

  static final Kind NEXT = get("next", Answer.ok("next"));

  /** The client that sends it twice by itself is asked three times, too. */
  static final List<Kind> CALLS =
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

  private static final Step LATE = Steps.overtaken(1_300, Answer.ok("late"));

  /** What takes longer than {@link Setting#TIMED} allows. */
  static final List<Kind> SLOW =
      List.of(
          get("slow", LATE, UP),
          get("slow-exhausted", LATE, LATE),
          sent("PUT", "slow-upload", BodyKind.STREAM, LATE, UP));

  private static final Download FILE = Download.of(20_000);
  private static final EventLog EVENTS = EventLog.of(20);
  private static final WatchLog CHANGES = WatchLog.of(20, 100).withError(410);

  /** What is read of a body that may go on when its connection breaks. */
  static final List<Kind> STREAMS =
      List.of(
          file("file", FILE.rest()),
          file("cut-file", cut(FILE, 8_000), cut(FILE, 8_001), FILE.rest()),
          file("lost-file", cut(FILE, 8_000), Answer.of(404).body("gone")),
          file("unbegun-file", cut(FILE, 0), FILE.rest()),
          events("events", EVENTS.rest()),
          events("cut-events", EVENTS.cutAfter(5, 10, End.FIN), EVENTS.rest()),
          events("lost-events", EVENTS.cutAfter(5, 10, End.FIN), Answer.of(404).body("gone")),
          watch("watch", CHANGES.rest()),
          watch("cut-watch", CHANGES.cutAfter(5, 10, End.FIN), CHANGES.rest()));

  private static Step cut(Download file, int position) {
    return file.cutAt(position, End.FIN);
  }

  private static Kind file(String name, Step... steps) {
    return stream(name, null, FILE.bytes(0, FILE.size()), steps);
  }

  private static Kind events(String name, Step... steps) {
    return stream(name, null, EVENTS.bytes(), steps);
  }

  private static Kind watch(String name, Step... steps) {
    String query = "watch=true&allowWatchBookmarks=true&resourceVersion=" + WatchLog.listVersion();
    return stream(name, query, CHANGES.bytes(true), steps);
  }

  private static Kind stream(String name, String query, byte[] whole, Step... steps) {
    ExpectedBody expected = new ExpectedBody(whole);
    return new Kind(name, "GET", BodyKind.NONE, true, List.of(steps), query, expected);
  }

  private static Kind get(String name, Step... steps) {
    return new Kind(name, "GET", BodyKind.NONE, true, List.of(steps), null, null);
  }

  private static Kind sent(String method, String name, BodyKind body, Step... steps) {
    return new Kind(name, method, body, !method.equals("POST"), List.of(steps), null, null);
  }

  private static Step busy(String body) {
    return Answer.of(503).header("Retry-After", "0").body(body);
  }

  /** Whether its responses are longer than what is kept of one that is given up on. */
  boolean isLong() {
    return name.equals("long");
  }

  /** Whether its attempts are ended because they take too long. */
  boolean isSlow() {
    return steps.get(0) == LATE;
  }

  /** Whether nothing goes wrong with it. */
  boolean isHealthy() {
    return steps.size() == 1;
  }

  /** A call to that address. */
  Order order(String client, String url) {
    String address = query == null ? url : url + "?" + query;
    Order order =
        new Order().set("client", client).set("method", method).set("url", address).set("pool", 3);
    if (expected != null) {
      order.set("reading", asItComes(client));
    }
    return body == BodyKind.NONE ? order : order.body(body, SENT, SENT);
  }

  /** So that the application has what came before a failure. */
  private static Reading asItComes(String client) {
    boolean isJdk = client.contains(".jdk.");
    boolean isAsynchronous = client.endsWith("Async");
    return isJdk ? Reading.CONSUMER : isAsynchronous ? Reading.BYTES : Reading.STREAM;
  }

  @Override
  public String toString() {
    return name;
  }
}
