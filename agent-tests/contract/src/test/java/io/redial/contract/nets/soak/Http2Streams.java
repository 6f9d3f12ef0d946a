package io.redial.contract.nets.soak;

import io.redial.subjects.load.server.Hpack;
import io.redial.subjects.load.server.Served;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** What happens to one stream of HTTP/2 and to no other. */
final class Http2Streams {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int WINDOW_UPDATE = 8;
  private static final int END_HEADERS = 4;
  private static final int END_STREAM = 1;
  private static final int INTERNAL_ERROR = 2;
  private static final int REFUSED_STREAM = 7;
  private static final int CANCEL = 8;

  private Http2Streams() {}

  static List<Fault> all() {
    return List.of(
        Fault.of("refused-stream", 6, Http2Streams::refused),
        Fault.of("rst-cancel", 3, exchange -> reset(exchange, CANCEL)),
        Fault.of("rst-internal-error", 3, exchange -> reset(exchange, INTERNAL_ERROR)),
        Fault.of("rst-no-error", 2, exchange -> reset(exchange, 0)),
        Fault.of("rst-protocol-error", 2, exchange -> reset(exchange, 1)),
        Fault.of("rst-flow-control", 1, exchange -> reset(exchange, 3)),
        Fault.of("rst-stream-closed", 1, exchange -> reset(exchange, 5)),
        Fault.of("rst-calm-down", 2, exchange -> reset(exchange, 11)),
        Fault.of("rst-http11-required", 1, exchange -> reset(exchange, 13)),
        Fault.of("rst-unknown-code", 1, exchange -> reset(exchange, 0xabcdef)),
        Fault.of("rst-before-upload", 3, exchange -> exchange.frames().reset(CANCEL)),
        Fault.of("rst-within-upload", 3, Http2Streams::withinUpload),
        Fault.of("rst-after-head", 3, exchange -> half(exchange, 200, 0)),
        Fault.of("rst-within-body", 3, exchange -> half(exchange, 200, exchange.down() / 2)),
        Fault.of("rst-within-503", 3, Http2Streams::within503),
        Fault.of("h2-length-too-long", 2, exchange -> length(exchange, 5)),
        Fault.of("h2-length-too-short", 2, exchange -> length(exchange, -1)),
        Fault.of("h2-no-status", 1, exchange -> head(exchange, new byte[] {0, 1, 'a', 1, 'b'})),
        Fault.of("h2-upper-case", 1, exchange -> head(exchange, upperCase())),
        Fault.of("h2-bad-status", 1, exchange -> head(exchange, new byte[] {8, 2, '2', 'x'})),
        Fault.of("h2-trailers", 3, Http2Streams::trailers),
        Fault.of("h2-empty-data", 2, Http2Streams::emptyData),
        Fault.of("h2-window-too-wide", 1, Http2Streams::tooWide));
  }

  private static void refused(Exchange exchange) throws IOException {
    if (exchange.random().nextBoolean()) {
      exchange.takeHalf();
    }
    exchange.arrival().refuse();
    exchange.frames().reset(REFUSED_STREAM);
  }

  private static void reset(Exchange exchange, int code) throws IOException {
    exchange.take();
    exchange.frames().reset(code);
  }

  private static void withinUpload(Exchange exchange) throws IOException {
    exchange.takeHalf();
    exchange.frames().reset(INTERNAL_ERROR);
  }

  private static void half(Exchange exchange, int status, int bytes, String... headers)
      throws IOException {
    exchange.take();
    OutputStream out = exchange.answer(status, Served.UNTOLD, headers);
    exchange.write(out, 0, bytes);
    out.flush();
    exchange.frames().reset(INTERNAL_ERROR);
  }

  private static void within503(Exchange exchange) throws IOException {
    exchange.arrival().ask(0, false);
    half(exchange, 503, exchange.down(), "Retry-After", "0");
  }

  private static void length(Exchange exchange, int error) throws IOException {
    exchange.take();
    int down = exchange.down();
    String told = Integer.toString(Math.max(0, down + error));
    try (OutputStream out = exchange.answer(200, down, "content-length", told)) {
      exchange.write(out, 0, down);
    }
  }

  private static void head(Exchange exchange, byte... block) throws IOException {
    exchange.take();
    exchange.connection().markBroken();
    int stream = exchange.frames().stream();
    exchange.frames().send(HEADERS, END_HEADERS | END_STREAM, stream, block);
  }

  private static byte[] upperCase() throws IOException {
    byte[] block = Hpack.response(200, "x-lower", "a");
    block[block.length - 9] = 'X';
    return block;
  }

  private static void trailers(Exchange exchange) throws IOException {
    exchange.take();
    OutputStream out = exchange.answer(200, exchange.down());
    exchange.write(out, 0, exchange.down());
    out.flush();
    exchange
        .frames()
        .send(
            HEADERS,
            END_HEADERS | END_STREAM,
            exchange.frames().stream(),
            new byte[] {0, 1, 'x', 1, 'y'});
  }

  private static void emptyData(Exchange exchange) throws IOException {
    exchange.take();
    try (OutputStream out = exchange.answer(200, exchange.down())) {
      for (int i = 0; i < 100; i++) {
        exchange.frames().send(DATA, 0, exchange.frames().stream());
      }
      exchange.write(out, 0, exchange.down());
    }
  }

  private static void tooWide(Exchange exchange) throws IOException {
    exchange.connection().markBroken();
    int stream = exchange.frames().stream();
    exchange.frames().send(WINDOW_UPDATE, 0, stream, new byte[] {0x7f, -1, -1, -1});
    exchange.good();
  }
}
