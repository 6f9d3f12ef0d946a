package io.redial.subjects;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is to be sent and how: written by a test, read by a {@link Client}. Times are milliseconds;
 * 0 means not set. Mutable and not thread-safe.
 */
public final class Order {
  private final Map<String, String> args;

  /** An empty order. */
  public Order() {
    this(new LinkedHashMap<>());
  }

  /** The order that a message carries. */
  public Order(Map<String, String> args) {
    this.args = args;
  }

  /** The message that carries this order. */
  public Map<String, String> args() {
    return args;
  }

  /** Sets one of the keys below, or a key that only one client reads. */
  public Order set(String key, Object value) {
    args.put(key, String.valueOf(value));
    return this;
  }

  /** A key that only one client reads, or the default where it is not set. */
  public String get(String key, String otherwise) {
    return args.getOrDefault(key, otherwise);
  }

  /** Class name of the {@link Client}. */
  public String client() {
    return args.get("client");
  }

  public String method() {
    return get("method", "GET");
  }

  public String url() {
    return args.get("url");
  }

  public Order header(String name, String value) {
    return set("headers", get("headers", "") + name + ": " + value + "\n");
  }

  /** Name and value of each header field in order. */
  public List<String[]> headers() {
    List<String[]> headers = new ArrayList<>();
    for (String line : get("headers", "").split("\n", -1)) {
      int colon = line.indexOf(": ");
      if (colon > 0) {
        headers.add(new String[] {line.substring(0, colon), line.substring(colon + 2)});
      }
    }
    return headers;
  }

  public Order body(BodyKind kind, int size, long seed) {
    return set("body", kind).set("body-size", size).set("body-seed", seed);
  }

  public Order body(BodyKind kind, String text) {
    return set("body", kind).set("body-text", text);
  }

  public BodyKind bodyKind() {
    return BodyKind.valueOf(get("body", BodyKind.NONE.name()));
  }

  /** The bytes that any attempt is to send. */
  public byte[] bodyBytes() {
    String text = args.get("body-text");
    return text != null
        ? text.getBytes(StandardCharsets.UTF_8)
        : Seeded.bytes((int) number("body-size"), number("body-seed"));
  }

  /** Total timeout of the request, in clients that know one. */
  public long timeout() {
    return number("timeout");
  }

  /** Timeout for making a connection. */
  public long connectTimeout() {
    return number("connect-timeout");
  }

  /** Timeout between two bytes of a response, in clients that know one. */
  public long readTimeout() {
    return number("read-timeout");
  }

  /** Cancels by the client's own means a while after the call began (orTimeout, hard abort). */
  public long cancelAfter() {
    return number("cancel-after");
  }

  /** How often a loop above the client makes a call that fails, on one thread; 1 if not set. */
  public int tries() {
    return Integer.parseInt(get("tries", "1"));
  }

  /** The client's own word for its redirect policy: {@code never}, {@code always}. */
  public boolean followRedirects() {
    return Boolean.parseBoolean(get("redirects", "false"));
  }

  /** 1 or 2; or 3, where the client speaks it. */
  public int httpVersion() {
    return Integer.parseInt(get("http-version", "1"));
  }

  public Reading reading() {
    return Reading.valueOf(get("reading", Reading.TEXT.name()));
  }

  /** Name under which {@link ControlScenario} finds the call while it is in flight, or null. */
  public String key() {
    return args.get("key");
  }

  /**
   * Name of the client instance; calls with one name share connections. Everything that a client is
   * built from belongs to its name, too.
   */
  public String clientName() {
    return get("client-name", "default")
        + "/"
        + connectTimeout()
        + "/"
        + readTimeout()
        + "/"
        + followRedirects()
        + "/"
        + httpVersion();
  }

  private long number(String key) {
    return Long.parseLong(get(key, "0"));
  }
}
