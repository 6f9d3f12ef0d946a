package io.redial.contract.nets.soak;

import io.redial.subjects.load.server.Served;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Connections of HTTP/1.1 that end at every stage of an exchange. */
final class Http1Losses {
  private Http1Losses() {}

  static List<Fault> all() {
    return List.of(
        Fault.atRequestLine("reset-within-head", 3, exchange -> exchange.connection().reset()),
        Fault.atRequestLine("end-within-head", 2, exchange -> exchange.connection().finish()),
        Fault.of("reset-before-body", 3, exchange -> exchange.connection().reset()),
        Fault.of("reset-within-upload", 4, Http1Losses::withinUpload),
        Fault.of("reset-before-answer", 4, Http1Losses::resetBeforeAnswer),
        Fault.of("end-before-answer", 4, Http1Losses::endBeforeAnswer),
        Fault.of("cut-before-answer", 4, Http1Losses::cutBeforeAnswer),
        lost("half-status-line", 3, "HTTP/1.1 20"),
        lost("half-head", 3, "HTTP/1.1 200 Said\r\nContent-Length: 5\r\nX-Ha"),
        lost("half-503", 2, "HTTP/1.1 503 Said\r\nRetry-After: 0\r\nContent-Le"),
        lost("head-then-loss", 3, "HTTP/1.1 200 Said\r\nContent-Length: 5\r\n\r\n"),
        lost("half-chunk-size", 2, "HTTP/1.1 200 Said\r\nTransfer-Encoding: chunked\r\n\r\n1"),
        lost("half-chunk", 2, "HTTP/1.1 200 Said\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc"),
        Fault.of("half-body", 4, Http1Losses::halfBody),
        Fault.of("half-download", 12, Http1Losses::halfDownload),
        Fault.of("half-chunked-body", 4, exchange -> half(exchange, 200, Served.UNTOLD)),
        Fault.of("half-body-of-503", 3, Http1Losses::half503),
        Fault.of("body-until-end", 2, exchange -> untilEnd(exchange, true)),
        Fault.of("body-until-cut", 2, exchange -> untilEnd(exchange, false)),
        Fault.of("close-after-answer", 3, Http1Losses::closeAfterAnswer),
        Fault.of("keep-alive-lie", 4, Http1Losses::lie),
        Fault.of("keep-alive-lie-503", 4, Http1Losses::lie503),
        Fault.of("keep-alive-lie-later", 2, Http1Losses::lieLater));
  }

  private static Fault lost(String name, int weight, String raw) {
    return Fault.of(
        name,
        weight,
        exchange -> {
          exchange.take();
          exchange.raw(raw);
          exchange.lose();
        });
  }

  private static void withinUpload(Exchange exchange) throws IOException {
    exchange.takeHalf();
    exchange.connection().reset();
  }

  private static void resetBeforeAnswer(Exchange exchange) throws IOException {
    exchange.take();
    exchange.connection().reset();
  }

  private static void endBeforeAnswer(Exchange exchange) throws IOException {
    exchange.take();
    exchange.connection().finish();
  }

  private static void cutBeforeAnswer(Exchange exchange) throws IOException {
    exchange.take();
    exchange.connection().cut();
  }

  private static void half(Exchange exchange, int status, long length, String... headers)
      throws IOException {
    exchange.take();
    OutputStream out = exchange.answer(status, length, headers);
    exchange.write(out, 0, exchange.down() / 2);
    out.flush();
    exchange.lose();
  }

  private static void halfBody(Exchange exchange) throws IOException {
    half(exchange, 200, exchange.isStream() ? Served.UNTOLD : exchange.down() + 1L);
  }

  /** Of a body that can go on, or of its rest. */
  private static void halfDownload(Exchange exchange) throws IOException {
    exchange.take();
    int from = exchange.from();
    OutputStream out = exchange.beginPart(from);
    exchange.write(out, from, from + (exchange.down() - from) / 2);
    out.flush();
    exchange.lose();
  }

  private static void half503(Exchange exchange) throws IOException {
    exchange.arrival().ask(0, false);
    half(exchange, 503, exchange.down() + 1L, "Retry-After", "0");
  }

  private static void untilEnd(Exchange exchange, boolean inOrder) throws IOException {
    exchange.take();
    exchange.raw("HTTP/1.1 200 Said\r\nConnection: close\r\n\r\n");
    exchange.write(exchange.raw(), 0, exchange.down());
    exchange.raw().flush();
    if (inOrder) {
      exchange.connection().finish();
    } else {
      exchange.connection().cut();
    }
  }

  private static void closeAfterAnswer(Exchange exchange) throws IOException {
    exchange.good("Connection", "close");
    exchange.connection().finish();
  }

  private static void lie(Exchange exchange) throws IOException {
    exchange.good("Keep-Alive", "timeout=60");
    exchange.connection().finish();
  }

  private static void lie503(Exchange exchange) throws IOException {
    exchange.take();
    exchange.arrival().ask(0, false);
    exchange.answerWith(503, "Retry-After", "0", "Keep-Alive", "timeout=60");
    exchange.connection().finish();
  }

  private static void lieLater(Exchange exchange) throws IOException {
    exchange.good();
    exchange.connection().markBroken();
    Exchange.pause(exchange.random().nextInt(20));
    exchange.connection().reset();
  }
}
