package io.redial.contract.harness;

import io.redial.subjects.BodyKind;
import io.redial.subjects.Order;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A request that a test puts together. Mutable, used once. */
public final class Sending {
  private static final AtomicLong KEYS = new AtomicLong();

  private final Subject subject;
  private final Order order;

  Sending(Subject subject, String method, String url) {
    this.subject = subject;
    this.order =
        new Order()
            .set("client", subject.client().adapter())
            .set("key", "call-" + KEYS.incrementAndGet())
            .set("method", method)
            .set("url", url);
  }

  /** With a header field. */
  public Sending header(String name, String value) {
    order.header(name, value);
    return this;
  }

  /** With a body of that many bytes; which bytes, the size says. */
  public Sending body(BodyKind kind, int size) {
    order.body(kind, size, size);
    return this;
  }

  /** With a body. */
  public Sending body(BodyKind kind, String text) {
    order.body(kind, text);
    return this;
  }

  /** With the client's timeout for the whole call. */
  public Sending timeout(Duration timeout) {
    return set("timeout", timeout.toMillis());
  }

  /** With the client's timeout for making a connection. */
  public Sending connectTimeout(Duration timeout) {
    return set("connect-timeout", timeout.toMillis());
  }

  /** Taking the response's body in that way. */
  public Sending reading(Reading reading) {
    return set("reading", reading);
  }

  /** Following redirects. */
  public Sending followingRedirects() {
    return set("redirects", true);
  }

  /** Over HTTP/2. */
  public Sending http2() {
    return set("http-version", 2);
  }

  /**
   * By a client instance of that name, which shares connections with nobody else. Other tests have
   * others of that name.
   */
  public Sending by(String clientName) {
    return set("client-name", clientName + subject.suffix());
  }

  /** With something that only some clients understand; see {@link Order}. */
  public Sending set(String key, Object value) {
    order.set(key, value);
    return this;
  }

  /** The bytes that every attempt is to send. */
  public byte[] bytes() {
    return order.bodyBytes();
  }

  /** Sends it and waits for what comes back. */
  public Reply send() {
    return start().reply();
  }

  /** Sends it and goes on. */
  public Pending start() {
    return new Pending(
        subject, order, subject.begin("io.redial.subjects.SendScenario", order.args()));
  }
}
