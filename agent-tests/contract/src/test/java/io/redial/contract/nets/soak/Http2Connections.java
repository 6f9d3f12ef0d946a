package io.redial.contract.nets.soak;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** What happens to a connection of HTTP/2, and so to all of its streams. */
final class Http2Connections {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PUSH_PROMISE = 5;
  private static final int PING = 6;
  private static final int CONTINUATION = 9;
  private static final int UNKNOWN = 0xfa;
  private static final int END_HEADERS = 4;
  private static final int NO_ERROR = 0;
  private static final int INTERNAL_ERROR = 2;
  private static final int CALM_DOWN = 11;
  private static final int LAST = Integer.MAX_VALUE;

  private Http2Connections() {}

  static List<Fault> all() {
    return List.of(
        Fault.of("goaway-unprocessed", 1, exchange -> before(exchange, 0)),
        Fault.of("goaway-before-answer", 1, exchange -> before(exchange, 1)),
        Fault.of("goaway-then-answer", 1, Http2Connections::goAwayThenAnswer),
        Fault.of("goaway-within-upload", 1, Http2Connections::goAwayWithinUpload),
        Fault.of("goaway-within-body", 1, Http2Connections::goAwayWithinBody),
        Fault.of("goaway-after-answer", 1, Http2Connections::goAwayAfterAnswer),
        Fault.of("goaway-in-two-steps", 1, Http2Connections::goAwayInTwoSteps),
        Fault.of("goaway-internal-error", 1, exchange -> angry(exchange, INTERNAL_ERROR)),
        Fault.of("goaway-calm-down", 1, exchange -> angry(exchange, CALM_DOWN)),
        Fault.of("h2-reset", 1, exchange -> exchange.connection().reset()),
        Fault.of("h2-loss-within-upload", 1, Http2Connections::lossWithinUpload),
        Fault.of("h2-loss-before-answer", 1, Http2Connections::lossBeforeAnswer),
        Fault.of("h2-loss-within-body", 1, Http2Connections::lossWithinBody),
        Fault.of("h2-loss-after-answer", 1, Http2Connections::lossAfterAnswer),
        Fault.of("settings-storm", 3, Http2Connections::settingsStorm),
        Fault.of("settings-without-window", 2, Http2Connections::withoutWindow),
        Fault.of("settings-few-streams", 2, Http2Connections::fewStreams),
        Fault.of("ping-flood", 3, Http2Connections::pingFlood),
        Fault.of("unknown-frames", 3, Http2Connections::unknown),
        wrong("bad-settings", SETTINGS, 0, false, new byte[5]),
        wrong("bad-ping", PING, 0, false, new byte[3]),
        wrong("bad-header-block", HEADERS, END_HEADERS, true, new byte[] {-1, -1, -1, -1, 7}),
        wrong("lone-continuation", CONTINUATION, END_HEADERS, true, new byte[3]),
        wrong("data-before-head", DATA, 0, true, new byte[9]),
        wrong("bad-push", PUSH_PROMISE, END_HEADERS, true, new byte[] {0, 0, 0, 0, 8}),
        wrong("frame-too-long", DATA, 0, true, new byte[20_000]));
  }

  private static void before(Exchange exchange, int own) throws IOException {
    if (exchange.random().nextBoolean()) {
      exchange.take();
    }
    int stream = exchange.frames().stream();
    exchange.frames().goAway(own == 0 ? Math.max(stream - 2, 0) : stream, NO_ERROR);
    Exchange.pause(20);
    exchange.connection().finish();
  }

  private static void goAwayThenAnswer(Exchange exchange) throws IOException {
    exchange.frames().goAway(LAST, NO_ERROR);
    exchange.good();
    end(exchange);
  }

  private static void goAwayWithinUpload(Exchange exchange) throws IOException {
    exchange.takeHalf();
    exchange.frames().goAway(LAST, NO_ERROR);
    exchange.good();
    end(exchange);
  }

  private static void goAwayWithinBody(Exchange exchange) throws IOException {
    exchange.take();
    int down = exchange.down();
    try (OutputStream out = exchange.answer(200, down)) {
      exchange.write(out, 0, down / 2);
      exchange.frames().goAway(LAST, NO_ERROR);
      exchange.write(out, down / 2, down);
    }
    end(exchange);
  }

  private static void goAwayAfterAnswer(Exchange exchange) throws IOException {
    exchange.good();
    exchange.frames().goAway(LAST, NO_ERROR);
    end(exchange);
  }

  /** As RFC 9113 §6.8 recommends. */
  private static void goAwayInTwoSteps(Exchange exchange) throws IOException {
    exchange.frames().goAway(LAST, NO_ERROR);
    Exchange.pause(10);
    exchange.frames().goAway(exchange.frames().stream(), NO_ERROR);
    exchange.good();
    end(exchange);
  }

  private static void angry(Exchange exchange, int code) throws IOException {
    exchange.take();
    exchange.frames().goAway(exchange.frames().stream(), code);
    exchange.connection().finish();
  }

  private static void lossWithinUpload(Exchange exchange) throws IOException {
    exchange.takeHalf();
    exchange.lose();
  }

  private static void lossBeforeAnswer(Exchange exchange) throws IOException {
    exchange.take();
    exchange.lose();
  }

  private static void lossWithinBody(Exchange exchange) throws IOException {
    exchange.take();
    OutputStream out = exchange.answer(200, exchange.down());
    exchange.write(out, 0, exchange.down() / 2);
    out.flush();
    exchange.lose();
  }

  private static void lossAfterAnswer(Exchange exchange) throws IOException {
    exchange.good();
    exchange.lose();
  }

  private static void settingsStorm(Exchange exchange) throws IOException {
    for (int i = 0; i < 100; i++) {
      exchange.frames().send(SETTINGS, 0, 0, setting(6, 16_384 + i));
    }
    exchange.good();
  }

  /** No stream may send anything for a while. */
  private static void withoutWindow(Exchange exchange) throws IOException {
    exchange.frames().send(SETTINGS, 0, 0, setting(4, 0));
    Exchange.pause(100);
    exchange.frames().send(SETTINGS, 0, 0, setting(4, 65_535));
    exchange.good();
  }

  private static void fewStreams(Exchange exchange) throws IOException {
    exchange.frames().send(SETTINGS, 0, 0, setting(3, 2));
    exchange.good();
    exchange.frames().send(SETTINGS, 0, 0, setting(3, 1000));
  }

  private static void pingFlood(Exchange exchange) throws IOException {
    for (int i = 0; i < 100; i++) {
      exchange.frames().send(PING, 0, 0, new byte[8]);
    }
    exchange.good();
  }

  private static void unknown(Exchange exchange) throws IOException {
    for (int i = 0; i < 20; i++) {
      exchange.frames().send(UNKNOWN, i, 0, new byte[i]);
    }
    exchange.good();
  }

  /** A frame that makes no sense; its client ends the connection, or the server does. */
  private static Fault wrong(String name, int type, int flags, boolean onStream, byte... payload) {
    return Fault.of(
        name,
        1,
        exchange -> {
          exchange.take();
          exchange.connection().markBroken();
          int stream = onStream ? exchange.frames().stream() : 0;
          exchange.frames().send(type, flags, stream, payload);
          Exchange.pause(20);
          exchange.connection().finish();
        });
  }

  private static byte[] setting(int key, int value) {
    return new byte[] {
      0, (byte) key, (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
    };
  }

  /** Later, as others may still be answered. */
  private static void end(Exchange exchange) throws IOException {
    Exchange.pause(30);
    exchange.connection().finish();
  }
}
