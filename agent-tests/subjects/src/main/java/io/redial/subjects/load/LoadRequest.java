package io.redial.subjects.load;

/** What an application wants to send: a GET, or a POST or PUT with a {@link BodyPattern}. */
public final class LoadRequest {
  private final String method;
  private final String url;
  private final int up;
  private final boolean streamsUp;
  private final boolean streamsDown;

  private LoadRequest(String method, String url, int up, boolean streamsUp, boolean streamsDown) {
    this.method = method;
    this.url = url;
    this.up = up;
    this.streamsUp = streamsUp;
    this.streamsDown = streamsDown;
  }

  /** A GET whose response is taken as a whole. */
  public static LoadRequest get(String url) {
    return new LoadRequest("GET", url, -1, false, false);
  }

  /** Another method, with so many bytes that are in memory. */
  public static LoadRequest of(String method, String url, int length) {
    return new LoadRequest(method, url, length, false, false);
  }

  /** The same with a request body that is read from a stream and whose length is not told. */
  public LoadRequest streamingUp() {
    return new LoadRequest(method, url, up, true, streamsDown);
  }

  /** The same with a response that is read piece by piece. */
  public LoadRequest streamingDown() {
    return new LoadRequest(method, url, up, streamsUp, true);
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

  /** Whether the body comes from a stream. */
  public boolean streamsUp() {
    return streamsUp;
  }

  /** Whether the response is read piece by piece. */
  public boolean streamsDown() {
    return streamsDown;
  }

  @Override
  public String toString() {
    return method + " " + url + (streamsUp ? " from a stream" : "");
  }
}
