package io.redial.subjects.load;

import java.io.InputStream;

/** What an application wants to send: a GET, or a POST or PUT with a {@link BodyPattern}. */
public final class LoadRequest {
  private final String method;
  private final String url;
  private final int up;
  private final boolean streamsUp;
  private final boolean streamsDown;
  private final int start;
  private final int timeout;
  private final byte[] events;

  private LoadRequest(
      String method,
      String url,
      int up,
      boolean streamsUp,
      boolean streamsDown,
      int start,
      int timeout,
      byte[] eventsOrNull) {
    this.method = method;
    this.url = url;
    this.up = up;
    this.streamsUp = streamsUp;
    this.streamsDown = streamsDown;
    this.start = start;
    this.timeout = timeout;
    this.events = eventsOrNull;
  }

  /** A GET whose response is taken as a whole. */
  public static LoadRequest get(String url) {
    return of("GET", url, -1);
  }

  /** Another method, with so many bytes that are in memory. */
  public static LoadRequest of(String method, String url, int length) {
    return new LoadRequest(method, url, length, false, false, 0, 0, null);
  }

  /** The same with a request body that is read from a stream and whose length is not told. */
  public LoadRequest streamingUp() {
    return new LoadRequest(method, url, up, true, streamsDown, start, timeout, events);
  }

  /** The same with a response that is read piece by piece. */
  public LoadRequest streamingDown() {
    return new LoadRequest(method, url, up, streamsUp, true, start, timeout, events);
  }

  /** The same with bodies, both ways, whose pattern begins at that place. */
  public LoadRequest startingAt(int place) {
    return new LoadRequest(method, url, up, streamsUp, streamsDown, place, timeout, events);
  }

  /** The same whose response is a stream of events. */
  public LoadRequest events(byte[] expected) {
    return new LoadRequest(
        method, url, up, streamsUp, streamsDown, start, timeout, expected.clone());
  }

  /** The same with a timeout, of the kind that the client has for one request. */
  public LoadRequest within(int millis) {
    return new LoadRequest(method, url, up, streamsUp, streamsDown, start, millis, events);
  }

  /** GET, POST or PUT. */
  public String method() {
    return method;
  }

  /** The whole address. */
  public String url() {
    return url;
  }

  /** How many bytes are sent, or -1 for no body. */
  public int up() {
    return up;
  }

  /** The bytes that are sent, none for no body. */
  public byte[] bytes() {
    return BodyPattern.bytes(start, Math.max(up, 0));
  }

  /** The same as a stream. */
  public InputStream stream() {
    return BodyPattern.stream(start, Math.max(up, 0));
  }

  /** Looks at the response's body. */
  public BodyPattern.Check check() {
    return events == null ? new BodyPattern.Check(start) : new BodyPattern.Check(events);
  }

  /** A response whose body is in memory. */
  public LoadResponse response(int status, byte[] body) {
    BodyPattern.Check check = check();
    check.take(body, 0, body.length);
    return new LoadResponse(status, check);
  }

  /** Whether the body comes from a stream. */
  public boolean streamsUp() {
    return streamsUp;
  }

  /** Whether the response is read piece by piece. */
  public boolean streamsDown() {
    return streamsDown;
  }

  /** Milliseconds, or 0 for none. */
  public int timeout() {
    return timeout;
  }

  @Override
  public String toString() {
    return method + " " + url + (streamsUp ? " from a stream" : "");
  }
}
