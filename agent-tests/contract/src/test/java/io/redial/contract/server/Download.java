package io.redial.contract.server;

import io.redial.subjects.Seeded;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * A resource that can be fetched in parts (RFC 9110 §14), and the steps by which it is sent. Notes
 * which bytes each of them sent. Thread-safe.
 */
public final class Download {
  /** How a connection ends before its time. */
  public enum End {
    /** In order. */
    FIN,
    /** What was sent and not yet read is lost. */
    RST
  }

  private static final String TAG = "\"v1\"";
  private static final int FRAME = 8_000;

  private final byte[] bytes;
  private final List<String> fields;
  private final List<String> sent = new CopyOnWriteArrayList<>();

  private Download(byte[] bytes, List<String> fields) {
    this.bytes = bytes;
    this.fields = fields;
  }

  /** So many bytes with a strong entity tag. */
  public static Download of(int size) {
    return untagged(size).header("ETag", TAG).header("Accept-Ranges", "bytes");
  }

  /** So many bytes and nothing that says which ones. */
  public static Download untagged(int size) {
    return new Download(Seeded.bytes(size, size), List.of());
  }

  /** The same with a header field in every response. */
  public Download header(String name, String value) {
    List<String> more = new ArrayList<>(fields);
    more.add(name + ": " + value);
    return new Download(bytes, more);
  }

  /** The digest of all of it. */
  public String sha256() {
    return Seeded.sha256(bytes);
  }

  public int size() {
    return bytes.length;
  }

  /** What each step sent, in order, as {@code FROM-TO}, the latter exclusive. */
  public List<String> sent() {
    return new ArrayList<>(sent);
  }

  /** All that was asked for. */
  public Step rest() {
    return exchange -> {
      exchange.readBody();
      exchange.write(head(exchange.attempt(), bytes.length));
      write(exchange, from(exchange.attempt()), bytes.length);
      return true;
    };
  }

  /** What was asked for, up to that position, where the connection ends. */
  public Step cutAt(int position, End how) {
    return exchange -> {
      exchange.readBody();
      exchange.write(head(exchange.attempt(), bytes.length));
      write(exchange, from(exchange.attempt()), position);
      if (how == End.FIN) {
        exchange.finish();
      } else {
        exchange.reset();
      }
      return false;
    };
  }

  /** What was asked for, up to that position, and then nothing more. */
  public Step stallAt(int position) {
    return exchange -> {
      exchange.readBody();
      exchange.write(head(exchange.attempt(), bytes.length));
      write(exchange, from(exchange.attempt()), position);
      exchange.awaitEnd();
      return false;
    };
  }

  /** What was asked for, with a pause at that position. */
  public Step pausedAt(int position, CountDownLatch end) {
    return exchange -> {
      exchange.readBody();
      exchange.write(head(exchange.attempt(), bytes.length));
      int from = Math.max(0, from(exchange.attempt()));
      write(exchange, from, position);
      await(end);
      write(exchange, position, bytes.length);
      return true;
    };
  }

  /** A part that ends at that position, and says so. */
  public Step partTo(int position) {
    return exchange -> {
      exchange.readBody();
      exchange.write(head(exchange.attempt(), position));
      write(exchange, from(exchange.attempt()), position);
      return true;
    };
  }

  /** All of it whatever was asked for, in chunks, so that nobody knows its length. */
  public Step chunkedCutAt(int position) {
    return exchange -> {
      exchange.readBody();
      exchange.write(plain(200).head("Transfer-Encoding: chunked"));
      exchange.write(Integer.toHexString(bytes.length) + "\r\n");
      write(exchange, 0, position);
      exchange.finish();
      return false;
    };
  }

  /** A part that says that it ends at that position, in a chunk that goes on to the end. */
  public Step moreThanPartTo(int position) {
    return exchange -> {
      exchange.readBody();
      int from = from(exchange.attempt());
      exchange.write(
          plain(206)
              .header("Content-Range", range(from, position))
              .head("Transfer-Encoding: chunked"));
      exchange.write(Integer.toHexString(bytes.length - from) + "\r\n");
      write(exchange, from, bytes.length);
      exchange.write("\r\n0\r\n\r\n");
      return true;
    };
  }

  /** Over HTTP/2: what was asked for, up to that position, and then that. */
  public H2Step over2(int position, H2Step then) {
    return stream -> {
      int from = from(stream.attempt());
      stream.head(from < 0 ? 200 : 206, fieldsOver2(from));
      int start = Math.max(0, from);
      sent.add(start + "-" + position);
      for (int at = start; at < position; at += FRAME) {
        stream.data(text(at, Math.min(position, at + FRAME)), false);
      }
      then.play(stream);
    };
  }

  private String[] fieldsOver2(int from) {
    List<String> pairs = new ArrayList<>();
    for (String field : fields) {
      pairs.addAll(List.of(field.toLowerCase(Locale.ROOT).split(": ", 2)));
    }
    int start = Math.max(0, from);
    pairs.addAll(List.of("content-length", Integer.toString(bytes.length - start)));
    if (from >= 0) {
      pairs.addAll(List.of("content-range", range(from, bytes.length)));
    }
    return pairs.toArray(new String[0]);
  }

  private String text(int from, int to) {
    return new String(Arrays.copyOfRange(bytes, from, to), StandardCharsets.UTF_8);
  }

  /** An answer with these header fields and no others but its length's. */
  public Answer plain(int status) {
    Answer answer = Answer.of(status);
    for (String field : fields) {
      String[] parts = field.split(": ", 2);
      answer = answer.header(parts[0], parts[1]);
    }
    return answer;
  }

  /** Some of it. */
  public byte[] bytes(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  /** As {@code Content-Range} has it; the end is exclusive. */
  public String range(int from, int to) {
    return "bytes " + from + "-" + (to - 1) + "/" + bytes.length;
  }

  private void write(Exchange exchange, int asked, int to) throws IOException {
    int from = Math.max(0, asked);
    sent.add(from + "-" + to);
    exchange.write(Arrays.copyOfRange(bytes, from, Math.max(from, to)));
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
  }

  private String head(Attempt attempt, int to) {
    int from = from(attempt);
    return from < 0
        ? plain(200).head("Content-Length: " + bytes.length)
        : plain(206)
            .header("Content-Range", range(from, to))
            .head("Content-Length: " + (to - from));
  }

  /** Where a request for the rest of this very resource begins; -1 for any other. */
  private int from(Attempt attempt) {
    String range = attempt.header("Range");
    String condition = attempt.header("If-Range");
    boolean same = fields.stream().anyMatch(field -> field.endsWith(": " + condition));
    return range == null || !same
        ? -1
        : Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
  }
}
