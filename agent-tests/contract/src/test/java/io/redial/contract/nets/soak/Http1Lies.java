package io.redial.contract.nets.soak;

import java.io.IOException;
import java.util.List;

/** Answers of HTTP/1.1 that are not what the protocol allows. */
final class Http1Lies {
  private static final String OK = "HTTP/1.1 200 Said\r\n";
  private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";

  private Http1Lies() {}

  static List<Fault> all() {
    return List.of(
        wrong("bad-chunk-size", 2, CHUNKED + "zz\r\nabc\r\n0\r\n\r\n"),
        wrong("negative-chunk-size", 1, CHUNKED + "-5\r\nabc\r\n0\r\n\r\n"),
        wrong("huge-chunk-size", 1, CHUNKED + "FFFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n"),
        wrong("chunk-too-long", 1, CHUNKED + "3\r\nabcdef\r\n0\r\n\r\n"),
        wrong("two-lengths", 1, OK + "Content-Length: 3\r\nContent-Length: 5\r\n\r\nabcde"),
        wrong(
            "length-and-chunks",
            1,
            OK + "Content-Length: 30\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"),
        wrong("negative-length", 1, OK + "Content-Length: -3\r\n\r\nabc"),
        wrong("garbage-length", 1, OK + "Content-Length: three\r\n\r\nabc"),
        wrong("garbage-status-line", 2, "SSH-2.0-OpenSSH_9.2p1\r\n"),
        wrong("status-of-one-digit", 1, "HTTP/1.1 2\r\nContent-Length: 0\r\n\r\n"),
        wrong("status-of-four-digits", 1, "HTTP/1.1 2000 Said\r\nContent-Length: 0\r\n\r\n"),
        wrong("negative-status", 1, "HTTP/1.1 -20 Said\r\nContent-Length: 0\r\n\r\n"),
        wrong("unknown-version", 1, "HTTP/9.9 200 Said\r\nContent-Length: 0\r\n\r\n"),
        wrong("bad-header", 1, OK + "no colon here\r\nContent-Length: 0\r\n\r\n"),
        wrong("bad-503", 1, "HTTP/1.1 503 Said\r\nRetry-After 0\r\nContent-Length: 0\r\n\r\n"),
        wrong("empty-lines", 1, "\r\n\r\n\r\n"),
        Fault.of("binary-garbage", 2, Http1Lies::binary),
        Fault.of("length-too-long", 3, Http1Lies::tooLong),
        Fault.of("length-too-short", 2, Http1Lies::tooShort),
        Fault.of("second-answer", 1, Http1Lies::second),
        Fault.of("slow-head", 2, Http1Lies::slowHead),
        Fault.of("header-of-100-kb", 1, Http1Lies::hugeHeader));
  }

  /** Whether what the application is given then may be wrong by itself. */
  static boolean damages(String fault) {
    return !fault.matches("second-answer|slow-head|header-of-100-kb")
        && all().stream().anyMatch(lie -> lie.name().equals(fault));
  }

  /** Those that leave something in the connection, which the next call on it meets. */
  static List<String> leavingSomethingBehind() {
    return List.of("second-answer", "length-too-short");
  }

  /** After which the server ends the connection, as servers do that know that they are wrong. */
  private static Fault wrong(String name, int weight, String raw) {
    return Fault.of(
        name,
        weight,
        exchange -> {
          exchange.take();
          exchange.connection().markBroken();
          exchange.raw(raw);
          exchange.connection().finish();
        });
  }

  private static void binary(Exchange exchange) throws IOException {
    exchange.take();
    exchange.connection().markBroken();
    byte[] bytes = new byte[exchange.random().nextInt(5000)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) exchange.random().nextInt();
    }
    exchange.raw(bytes);
    exchange.connection().finish();
  }

  private static void tooLong(Exchange exchange) throws IOException {
    exchange.take();
    exchange.raw(OK + "Content-Length: " + (exchange.down() + 7) + "\r\n\r\n");
    exchange.write(exchange.raw(), 0, exchange.down());
    exchange.raw().flush();
    exchange.lose();
  }

  /** What is left over stands before the next answer. */
  private static void tooShort(Exchange exchange) throws IOException {
    exchange.take();
    exchange.connection().markBroken();
    exchange.raw(OK + "Content-Length: " + exchange.down() + "\r\n\r\n");
    exchange.write(exchange.raw(), 0, exchange.down() + 7);
    exchange.raw().flush();
  }

  /** Nobody asked for it. */
  private static void second(Exchange exchange) throws IOException {
    exchange.good();
    exchange.connection().markBroken();
    exchange.raw("HTTP/1.1 408 Said\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    exchange.connection().finish();
  }

  private static void slowHead(Exchange exchange) throws IOException {
    exchange.take();
    String head = OK + "Content-Length: " + exchange.down() + "\r\n\r\n";
    for (int i = 0; i < head.length(); i++) {
      exchange.raw((byte) head.charAt(i));
      Exchange.pause(2);
    }
    exchange.write(exchange.raw(), 0, exchange.down());
    exchange.raw().flush();
  }

  private static void hugeHeader(Exchange exchange) throws IOException {
    exchange.connection().markBroken();
    exchange.good("X-Large", "x".repeat(100_000));
  }
}
