package io.redial.subjects.load;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.LockSupport;

/** What an application wants to send: a GET, or a POST or PUT with a {@link BodyPattern}. */
public final class LoadRequest {
  private static final int SELDOM = 16;
  private static final long PAUSE_NANOS = 300_000;
  private static final int LITTLE = 611;
  private static final int MOST = 5000;

  private final String method;
  private final String url;
  private final int up;
  private final boolean streamsUp;
  private final boolean trickles;
  private final boolean streamsDown;
  private final int start;
  private final int timeout;
  private final byte[] events;

  private LoadRequest(
      String method,
      String url,
      int up,
      boolean streamsUp,
      boolean trickles,
      boolean streamsDown,
      int start,
      int timeout,
      byte[] eventsOrNull) {
    this.method = method;
    this.url = url;
    this.up = up;
    this.streamsUp = streamsUp;
    this.trickles = trickles;
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
    return new LoadRequest(method, url, length, false, false, false, 0, 0, null);
  }

  /** The same with a request body that is read from a stream and whose length is not told. */
  public LoadRequest streamingUp() {
    return new LoadRequest(method, url, up, true, trickles, streamsDown, start, timeout, events);
  }

  /** The same with a request body that comes from its stream by and by. */
  public LoadRequest trickling() {
    return new LoadRequest(method, url, up, true, true, streamsDown, start, timeout, events);
  }

  /** The same with a response that is read piece by piece. */
  public LoadRequest streamingDown() {
    return new LoadRequest(method, url, up, streamsUp, trickles, true, start, timeout, events);
  }

  /** The same with bodies, both ways, whose pattern begins at that place. */
  public LoadRequest startingAt(int place) {
    return new LoadRequest(
        method, url, up, streamsUp, trickles, streamsDown, place, timeout, events);
  }

  /** The same whose response is a stream of events. */
  public LoadRequest events(byte[] expected) {
    return new LoadRequest(
        method, url, up, streamsUp, trickles, streamsDown, start, timeout, expected.clone());
  }

  /** The same with a timeout, of the kind that the client has for one request. */
  public LoadRequest within(int millis) {
    return new LoadRequest(
        method, url, up, streamsUp, trickles, streamsDown, start, millis, events);
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
    InputStream stream = BodyPattern.stream(start, Math.max(up, 0));
    return trickles ? new Trickle(stream) : stream;
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

  /** Gives a little at a time, and late now and then. */
  private static final class Trickle extends FilterInputStream {
    private int number;

    Trickle(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] to, int from, int count) throws IOException {
      number++;
      if (number % SELDOM == 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      return super.read(to, from, Math.min(count, 1 + number * LITTLE % MOST));
    }
  }

  @Override
  public String toString() {
    return method + " " + url + (streamsUp ? " from a stream" : "");
  }
}
