package io.redial.subjects.diff;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/** What an {@link OddServer} answers. */
public final class Answers {
  private Answers() {}

  /** A response with a length; the request's body is read first. */
  public static OddServer.Step of(int status, String body, String... headers) {
    return visit -> {
      visit.readBody();
      send(visit, status, body, headers);
    };
  }

  /** A response that is sent before the request's body is read; then the connection ends. */
  public static OddServer.Step early(int status, String body, String... headers) {
    return visit -> {
      visit.readBody(1);
      send(visit, status, body, headers);
      visit.finish();
    };
  }

  /** The status 200. */
  public static OddServer.Step ok(String body) {
    return of(200, body);
  }

  private static void send(Visit visit, int status, String body, String... headers)
      throws IOException {
    boolean bodiless = visit.method().equals("HEAD") || status == 204 || status == 304;
    String length = status == 204 ? "" : "Content-Length: " + body.length() + "\r\n";
    visit.write(head(status, headers) + length + "\r\n" + (bodiless ? "" : body));
  }

  private static String head(int status, String... headers) {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Odd\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.toString();
  }

  /** A response in chunks, with trailers. */
  public static OddServer.Step chunked(String body, String... headers) {
    return visit -> {
      visit.readBody();
      visit.write(head(200, headers) + "Transfer-Encoding: chunked\r\nTrailer: X-End\r\n\r\n");
      for (int from = 0; from < body.length(); from += 1000) {
        String piece = body.substring(from, Math.min(body.length(), from + 1000));
        visit.write(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
      }
      visit.write("0\r\nX-End: here\r\n\r\n");
    };
  }

  /** A body with an encoding. */
  public static OddServer.Step gzip(String body) {
    return visit -> {
      visit.readBody();
      byte[] bytes = gzipped(body);
      visit.write(
          head(200, "Content-Encoding: gzip") + "Content-Length: " + bytes.length + "\r\n\r\n");
      visit.write(bytes);
    };
  }

  private static byte[] gzipped(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A response before which others come: 100, 102 or 103. */
  public static OddServer.Step after(int informational, OddServer.Step last) {
    return visit -> {
      visit.readBody();
      visit.write(head(informational, "Link: </style.css>") + "\r\n");
      last.play(visit);
    };
  }

  /** Sends something that is no HTTP, or only a part of it, and ends the connection. */
  public static OddServer.Step raw(String text) {
    return visit -> {
      visit.readBody();
      visit.write(text);
      visit.finish();
    };
  }

  /** Takes the request and resets the connection. */
  public static OddServer.Step reset() {
    return visit -> {
      visit.readBody();
      visit.reset();
    };
  }

  /** Resets the connection when so many bytes of the body have come. */
  public static OddServer.Step resetAfter(long bytes) {
    return visit -> {
      visit.readBody(bytes);
      visit.reset();
    };
  }

  /** Answers only when the case says so, for as long as that takes, up to ten seconds. */
  public static OddServer.Step once(CountDownLatch said, OddServer.Step then) {
    return visit -> {
      visit.readBody();
      said.await(10, TimeUnit.SECONDS);
      then.play(visit);
    };
  }

  /** Tells the case that the request is here, and then goes on. */
  public static OddServer.Step telling(CountDownLatch here, OddServer.Step then) {
    return visit -> {
      visit.readBody();
      here.countDown();
      then.play(visit);
    };
  }

  /** Never answers. */
  public static OddServer.Step silence() {
    return visit -> {
      visit.readBody();
      visit.awaitEnd();
    };
  }

  /** A text of that length. */
  public static String text(int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; text.length() < length; i++) {
      text.append("line ").append(i).append('\n');
    }
    return text.substring(0, length);
  }
}
