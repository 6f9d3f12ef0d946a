package io.redial.contract.nets.soak;

import io.redial.subjects.load.BodyPattern;
import io.redial.subjects.load.server.Connection;
import io.redial.subjects.load.server.Frames;
import io.redial.subjects.load.server.Served;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** An attempt in the hands of a {@link Fault}, and what the faults have in common. */
final class Exchange {
  private static final String TAG = "\"soak\"";

  private final Served request;
  private final Connection connection;
  private final Arrival arrival;
  private final Ledger ledger;
  private final long id;
  private final SplittableRandom random;
  private BodyPattern.Check taken;

  /** A request of which only the line was read is null. */
  Exchange(
      Served requestOrNull,
      Connection connection,
      Arrival arrival,
      Ledger ledger,
      long id,
      SplittableRandom random) {
    request = requestOrNull;
    this.connection = connection;
    this.arrival = arrival;
    this.ledger = ledger;
    this.id = id;
    this.random = random;
  }

  Connection connection() {
    return connection;
  }

  Arrival arrival() {
    return arrival;
  }

  SplittableRandom random() {
    return random;
  }

  Frames frames() {
    return request.frames();
  }

  boolean isHttp2() {
    return request.frames() != null;
  }

  int down() {
    return request.number("down", 0);
  }

  private int at() {
    return request.number("at", 0);
  }

  /** Reads the request's body up to half of it, which must be right as far as it goes. */
  void takeHalf() throws IOException {
    check(request.number("up", 0) / 2);
  }

  /** Reads the request's body to its end; it must be the one that the call has. */
  void take() throws IOException {
    check(Long.MAX_VALUE);
    if (!taken.is(request.number("up", 0))) {
      ledger.damaged(id, arrival.fault());
    }
  }

  /** Reads what the client still sends of the request's body, which must be right. */
  void takeWhatComes() throws IOException {
    check(Long.MAX_VALUE);
  }

  private void check(long limit) throws IOException {
    if (taken == null) {
      taken = new BodyPattern.Check(at());
    }
    try {
      taken.read(request.body(), limit);
    } finally {
      if (!taken.isIntact() || taken.length() > request.number("up", 0)) {
        ledger.damaged(id, arrival.fault());
      }
    }
  }

  /** Takes the request and gives it what it asked for. */
  void good(String... headers) throws IOException {
    take();
    int from = from();
    if (from > 0 || isStream()) {
      try (OutputStream out = beginPart(from)) {
        write(out, from, down());
      }
      return;
    }
    int down = down();
    try (OutputStream out = answer(200, length(down), headers)) {
      write(out, 0, down);
    }
  }

  /** Whether a stream of events is asked for, whose length nobody knows. */
  boolean isStream() {
    return request.events() != null;
  }

  /** Where the rest of a body begins that is asked for, or 0. */
  int from() {
    if (isStream()) {
      return request.firstEvent(at());
    }
    String range = request.header("Range");
    return range == null || !TAG.equals(request.header("If-Range"))
        ? 0
        : Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
  }

  /** Begins an answer that can be continued, or one that continues it. */
  OutputStream beginPart(int from) throws IOException {
    int length = down() - from;
    if (isStream()) {
      return answer(200, Served.UNTOLD);
    }
    if (from == 0) {
      return answer(200, length, "ETag", TAG);
    }
    arrival.succeed();
    String part = "bytes " + from + "-" + (down() - 1) + "/" + down();
    return request.answer(206, length, "ETag", TAG, "Content-Range", part);
  }

  private long length(int length) {
    return random.nextBoolean() ? length : Served.UNTOLD;
  }

  /**
   * Begins an answer.
   *
   * @param length of the whole body; a stream of events has what the client lacks of it
   */
  OutputStream answer(int status, long length, String... headers) throws IOException {
    if (status == 200) {
      arrival.succeed();
    }
    if (!isStream()) {
      return request.answer(status, length, headers);
    }
    long rest = length == Served.UNTOLD ? length : Math.max(0, length - from());
    return request.answer(status, rest, withType(headers));
  }

  private String[] withType(String... headers) {
    String[] more = Arrays.copyOf(headers, headers.length + 2);
    more[headers.length] = "Content-Type";
    more[headers.length + 1] = request.events().type();
    return more;
  }

  /** Writes that part of the body that was asked for; of a stream what the client lacks of it. */
  void write(OutputStream out, int from, int to) throws IOException {
    if (isStream()) {
      byte[] events = request.events().bytes(at(), request.number("count", 0));
      int start = Math.max(from, from());
      int end = Math.min(to, events.length);
      out.write(events, start, Math.max(0, end - start));
      return;
    }
    BodyPattern.write(out, at() + from, at() + to);
  }

  /** Takes the request and answers with another status and a body of any size. */
  void refuse(int status, String... headers) throws IOException {
    take();
    answerWith(status, headers);
  }

  /** Answers with another status, whatever has become of the request's body. */
  void answerWith(int status, String... headers) throws IOException {
    int[] sizes = {0, 20, 3000, 9000, 40_000};
    int size = sizes[random.nextInt(sizes.length)];
    try (OutputStream out = request.answer(status, length(size), headers)) {
      BodyPattern.write(out, at(), at() + size);
    }
  }

  /** Sends a head with a status below 200. */
  void inform(int status, String... headers) throws IOException {
    request.inform(status, headers);
  }

  /** Writes bytes past all rules; HTTP/1.1 only. */
  void raw(String text) throws IOException {
    if (text.startsWith("HTTP/1.1 200")) {
      arrival.succeed();
    }
    raw(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Writes bytes past all rules; HTTP/1.1 only. */
  void raw(byte... bytes) throws IOException {
    OutputStream out = request.raw();
    out.write(bytes);
    out.flush();
  }

  /** A stream past all rules; HTTP/1.1 only. */
  OutputStream raw() {
    return request.raw();
  }

  /** Ends the connection by RST, by FIN, or as if the process had died: drawn. */
  void lose() throws IOException {
    switch (random.nextInt(3)) {
      case 0 -> connection.reset();
      case 1 -> connection.finish();
      default -> connection.cut();
    }
  }

  static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
