package io.redial.subjects.fuzz;

import io.redial.subjects.load.server.Served;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How an answer is sent: in which pieces, and where and how it breaks off. */
final class Wire {
  /** How far a broken answer gets. */
  enum Place {
    NOTHING,
    HALF_A_HEAD,
    HEAD,
    /** Of a chunk only the first digit of its size, if it is chunked. */
    HALF_A_SIZE,
    /** Of a chunk only its size, if it is chunked. */
    SIZE,
    /** Within the body, and within a chunk if there are any. */
    BODY,
    /** After the data of a chunk, without the line end; elsewhere within the body. */
    DATA
  }

  /** How it ends. */
  enum End {
    WHOLE,
    RST,
    FIN,
    /** Of HTTP/2 alone: the stream ends, the connection lives; otherwise RST. */
    REFUSED,
    RESET
  }

  private static final int REFUSED_STREAM = 7;
  private static final int INTERNAL_ERROR = 2;
  private static final int RACE_MICROS = 300;
  private static final int SURE_MICROS = 20_000;

  private final SplittableRandom random;
  private final Place place;
  private final End end;
  private volatile boolean endedBetweenChunks;

  private Wire(SplittableRandom random, Place place, End end) {
    this.random = random;
    this.place = place;
    this.end = end;
  }

  static Wire whole(SplittableRandom random) {
    return new Wire(random.split(), Place.BODY, End.WHOLE);
  }

  /**
   * Of an answer that breaks off; half of them do within the body.
   *
   * @param refusals whether a stream may be refused whose answer has begun
   */
  static Wire broken(SplittableRandom random, boolean refusals) {
    Place[] places = Place.values();
    Place place = random.nextBoolean() ? Place.BODY : places[random.nextInt(places.length)];
    End[] ends = End.values();
    End end = ends[1 + random.nextInt(ends.length - 1)];
    return of(random, place, end == End.REFUSED && !refusals ? End.RESET : end);
  }

  /** Of an answer that breaks off about its first byte. */
  static Wire early(SplittableRandom random, boolean refusals) {
    Place[] places = {Place.HEAD, Place.HALF_A_SIZE, Place.SIZE, Place.BODY};
    End[] ends = {End.RST, End.FIN, End.FIN, refusals ? End.REFUSED : End.RESET};
    return of(random, places[random.nextInt(places.length)], ends[random.nextInt(ends.length)]);
  }

  /** Of an answer that breaks off before its head is complete. */
  static Wire lost(SplittableRandom random) {
    return of(
        random,
        random.nextBoolean() ? Place.NOTHING : Place.HALF_A_HEAD,
        random.nextBoolean() ? End.RST : End.FIN);
  }

  /** To Apache's clients half a head is a whole one if the connection ends in order. */
  private static Wire of(SplittableRandom random, Place place, End end) {
    return new Wire(
        random.split(), place, place == Place.HALF_A_HEAD && end == End.FIN ? End.RST : end);
  }

  boolean isWhole() {
    return end == End.WHOLE;
  }

  /**
   * Whether its connection ended in order where a chunk could begin: HttpCore before 4.4 takes that
   * for the last chunk.
   */
  boolean isEndedBetweenChunks() {
    return endedBetweenChunks;
  }

  /** Whether it breaks off when the client may have had its head. */
  boolean isCutAfterHead() {
    return end != End.WHOLE && place.compareTo(Place.HEAD) >= 0;
  }

  /**
   * Whether a stream of HTTP/2 ends alone and without a byte of its body: to the client that may
   * have been no answer, and what ended was no connection (rule 2.2).
   */
  boolean isRefusal(Served request) {
    return request.frames() != null
        && (end == End.REFUSED || end == End.RESET)
        && place.compareTo(Place.BODY) < 0;
  }

  /** Sends it, but for its end; returns how many bytes of the body were sent. */
  int send(Served request, int status, boolean chunked, byte[] body, String... headers)
      throws IOException {
    return request.frames() == null
        ? http1(request, status, chunked, body, headers)
        : http2(request, status, chunked, body, headers);
  }

  private int http1(Served request, int status, boolean chunked, byte[] body, String... headers)
      throws IOException {
    endedBetweenChunks = chunked && end == End.FIN && (place == Place.HEAD || place == Place.DATA);
    OutputStream out = request.raw();
    String head = head(status, chunked, body.length, headers);
    if (end != End.WHOLE && place == Place.NOTHING) {
      return 0;
    }
    if (end != End.WHOLE && place == Place.HALF_A_HEAD) {
      ascii(out, head.substring(0, 1 + random.nextInt(head.length() - 2)));
      out.flush();
      return 0;
    }
    ascii(out, head);
    if (random.nextBoolean()) {
      out.flush();
    }
    int length = bodyLength(body.length);
    int at = 0;
    while (at < length) {
      int piece = Math.min(length - at, piece(body.length));
      boolean last = at + piece == length && end != End.WHOLE;
      if (chunked) {
        int promised = last && place == Place.BODY ? piece + 1 + random.nextInt(20) : piece;
        ascii(out, Integer.toHexString(promised) + "\r\n");
      }
      out.write(body, at, piece);
      at += piece;
      if (chunked && !last) {
        ascii(out, "\r\n");
      }
      if (random.nextInt(3) > 0) {
        out.flush();
      }
      dawdle();
    }
    if (chunked && end == End.WHOLE) {
      ascii(out, "0\r\n\r\n");
    } else if (chunked && place == Place.HALF_A_SIZE) {
      ascii(out, "1");
    } else if (chunked && place == Place.SIZE) {
      ascii(out, "1f\r\n");
    }
    out.flush();
    return length;
  }

  /** How much of it is sent, before it breaks off. */
  private int bodyLength(int all) {
    if (end == End.WHOLE) {
      return all;
    }
    if (place.compareTo(Place.BODY) < 0 || all == 0) {
      return 0;
    }
    // What breaks off at the very end is complete where the length is known.
    return all == 1 ? 0 : 1 + random.nextInt(Math.min(all - 1, reach(all)));
  }

  private int reach(int all) {
    return random.nextInt(3) == 0 ? Math.min(all, 40) : all;
  }

  private int piece(int all) {
    return 1 + random.nextInt(Math.max(20, all / (1 + random.nextInt(8))));
  }

  private static String head(int status, boolean chunked, int length, String... headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(" Said\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    if (chunked) {
      head.append("Transfer-Encoding: chunked\r\n");
    } else if (status != 204) {
      head.append("Content-Length: ").append(length).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  private int http2(Served request, int status, boolean chunked, byte[] body, String... headers)
      throws IOException {
    if (end != End.WHOLE && place.compareTo(Place.HEAD) < 0) {
      return 0;
    }
    String[] all = headers;
    if (!chunked && status != 204) {
      all = java.util.Arrays.copyOf(headers, headers.length + 2);
      all[headers.length] = "content-length";
      all[headers.length + 1] = Integer.toString(body.length);
    }
    OutputStream data = request.answer(status, body.length, all);
    int length = bodyLength(body.length);
    int at = 0;
    while (at < length) {
      int piece = Math.min(length - at, piece(body.length));
      data.write(body, at, piece);
      at += piece;
      dawdle();
    }
    if (end == End.WHOLE) {
      data.close();
    }
    return length;
  }

  private void dawdle() {
    if (random.nextInt(12) == 0) {
      park(random.nextInt(RACE_MICROS));
    }
  }

  /**
   * Breaks off after {@link #send}, unless it is whole. What follows from that has to be noted
   * before: the client may already ask again.
   */
  void end(Served request) throws IOException {
    if (end == End.WHOLE) {
      return;
    }
    if (end != End.FIN) {
      park(random.nextBoolean() ? random.nextInt(RACE_MICROS) : random.nextInt(SURE_MICROS));
    }
    if (end == End.FIN) {
      request.connection().cut();
    } else if (end == End.RST || request.frames() == null) {
      request.connection().reset();
    } else {
      request.frames().reset(end == End.REFUSED ? REFUSED_STREAM : INTERNAL_ERROR);
    }
  }

  private static void park(int micros) {
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
  }

  private static void ascii(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public String toString() {
    return end == End.WHOLE ? "whole" : place + "/" + end;
  }
}
