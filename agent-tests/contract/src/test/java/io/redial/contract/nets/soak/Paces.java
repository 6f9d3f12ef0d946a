package io.redial.contract.nets.soak;

import io.redial.subjects.load.server.Served;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Answers that come slowly, early, without end or after many others; both protocols. */
final class Paces {
  private static final int STALL_MILLIS = 600;
  private static final int ENDLESS = 300_000;
  private static final int NO_ERROR = 0;

  private Paces() {}

  static List<Fault> all() {
    return List.of(
        Fault.of("stall-before-head", 1, Paces::stallBeforeHead),
        Fault.of("stall-within-body", 1, Paces::stallWithinBody),
        Fault.of("stall-before-upload", 1, Paces::stallBeforeUpload),
        Fault.of("slow-body", 2, Paces::slowBody),
        Fault.of("endless-body", 1, exchange -> endless(exchange, 200)),
        Fault.of("endless-503", 1, Paces::endlessRefusal),
        Fault.of("early-503", 4, Paces::early503),
        Fault.of("early-413", 2, Paces::early413),
        Fault.of("early-200", 2, Paces::early200),
        Fault.of("flood-of-100", 2, exchange -> inform(exchange, 100, 50)),
        Fault.of("flood-of-103", 2, exchange -> inform(exchange, 103, 50)),
        Fault.of("endless-102", 1, Paces::endless102),
        Fault.of("huge-header", 2, exchange -> exchange.good("X-Large", "x".repeat(12_000))),
        Fault.of("duplicate-headers", 2, Paces::duplicates),
        Fault.of("many-headers", 2, Paces::many));
  }

  private static void stallBeforeHead(Exchange exchange) throws IOException {
    exchange.take();
    Exchange.pause(STALL_MILLIS);
    exchange.good();
  }

  private static void stallBeforeUpload(Exchange exchange) throws IOException {
    exchange.takeHalf();
    Exchange.pause(STALL_MILLIS);
    exchange.good();
  }

  private static void stallWithinBody(Exchange exchange) throws IOException {
    exchange.take();
    int down = exchange.down();
    try (OutputStream out = exchange.answer(200, down)) {
      exchange.write(out, 0, down / 2);
      out.flush();
      Exchange.pause(STALL_MILLIS);
      exchange.write(out, down / 2, down);
    }
  }

  private static void slowBody(Exchange exchange) throws IOException {
    exchange.take();
    int down = exchange.down();
    int piece = down / 20 + 1;
    try (OutputStream out = exchange.answer(200, down)) {
      for (int at = 0; at < down; at += piece) {
        exchange.write(out, at, Math.min(at + piece, down));
        out.flush();
        Exchange.pause(5);
      }
    }
  }

  private static void endlessRefusal(Exchange exchange) throws IOException {
    exchange.arrival().ask(0, false);
    endless(exchange, 503, "Retry-After", "0");
  }

  /** Until somebody has enough of it. */
  private static void endless(Exchange exchange, int status, String... headers) throws IOException {
    exchange.take();
    OutputStream out = exchange.answer(status, Served.UNTOLD, headers);
    exchange.write(out, 0, ENDLESS);
    out.flush();
    abort(exchange);
  }

  private static void early503(Exchange exchange) throws IOException {
    exchange.arrival().ask(0, false);
    exchange.answerWith(503, "Retry-After", "0");
    afterRefusal(exchange);
  }

  private static void early413(Exchange exchange) throws IOException {
    exchange.answerWith(413);
    afterRefusal(exchange);
  }

  private static void early200(Exchange exchange) throws IOException {
    try (OutputStream out = exchange.answer(200, exchange.down())) {
      exchange.write(out, 0, exchange.down());
    }
    if (exchange.random().nextBoolean()) {
      exchange.take();
    } else {
      refuseRest(exchange);
    }
  }

  /** HttpClient 5 ends a body in chunks when it reads the refusal, wherever the body is by then. */
  private static void afterRefusal(Exchange exchange) throws IOException {
    if (exchange.random().nextBoolean()) {
      exchange.takeWhatComes();
    } else {
      refuseRest(exchange);
    }
  }

  /** The rest of the request is no longer wanted (RFC 9113 §8.1), or the connection ends. */
  private static void refuseRest(Exchange exchange) throws IOException {
    if (exchange.isHttp2()) {
      exchange.frames().reset(NO_ERROR);
    } else {
      exchange.lose();
    }
  }

  private static void inform(Exchange exchange, int status, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      exchange.inform(status, "Link", "</style.css>; rel=preload");
    }
    exchange.good();
  }

  private static void endless102(Exchange exchange) throws IOException {
    for (int i = 0; i < 2000; i++) {
      exchange.inform(102);
    }
    abort(exchange);
  }

  private static void duplicates(Exchange exchange) throws IOException {
    exchange.good("ETag", "\"a\"", "ETag", "\"b\"", "Vary", "a", "Vary", "b", "Date", "never");
  }

  private static void many(Exchange exchange) throws IOException {
    String[] headers = new String[400];
    for (int i = 0; i < headers.length; i += 2) {
      headers[i] = "X-Header-" + i;
      headers[i + 1] = "value " + i;
    }
    exchange.good(headers);
  }

  private static void abort(Exchange exchange) throws IOException {
    if (exchange.isHttp2()) {
      exchange.frames().reset(2);
    } else {
      exchange.lose();
    }
  }
}
