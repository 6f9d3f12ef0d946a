package io.redial.contract.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A complete response. Immutable. */
public final class Answer implements Step {
  private final int status;
  private final List<String> headers;
  private final byte[] body;

  private Answer(int status, List<String> headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** A response of that status, without a body. */
  public static Answer of(int status) {
    return new Answer(status, List.of(), new byte[0]);
  }

  /** 200 with a text. */
  public static Answer ok(String text) {
    return of(200).body(text);
  }

  /** 503 with a hint and a short body. */
  public static Answer unavailable(String retryAfter) {
    return of(503).header("Retry-After", retryAfter).body("not now");
  }

  /** The same with a header field. */
  public Answer header(String name, String value) {
    List<String> more = new ArrayList<>(headers);
    more.add(name + ": " + value);
    return new Answer(status, more, body);
  }

  /** The same with a body. */
  public Answer body(String text) {
    return body(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The same with a body. */
  public Answer body(byte[] bytes) {
    return new Answer(status, headers, bytes);
  }

  /** The head, up to and with the empty line, for a body of that length. */
  String head(String framing) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
    headers.forEach(header -> head.append(header).append("\r\n"));
    return head.append(framing).append("\r\n\r\n").toString();
  }

  byte[] body() {
    return body;
  }

  @Override
  public boolean play(Exchange exchange) throws IOException {
    exchange.readBody();
    send(exchange);
    return true;
  }

  void send(Exchange exchange) throws IOException {
    String framing =
        status == 204 || status == 304 ? "X-Body: none" : "Content-Length: " + body.length;
    exchange.write(head(framing));
    if (!exchange.attempt().method().equals("HEAD")) {
      exchange.write(body);
    }
  }
}
