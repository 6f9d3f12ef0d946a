package io.redial.contract.server;

import io.redial.contract.server.Download.End;
import io.redial.subjects.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/**
 * Events that a server has logged and sends on from where a request says that it wants them, and
 * the steps by which it does so. Their bodies have no length: they come in chunks, whose borders
 * have nothing to do with those of the events. Immutable.
 */
public abstract class ReplayedLog {
  private static final int CHUNK = 700;
  private static final long READ_MILLIS = 1_000;

  /** What that request gets if nothing happens on the way, event by event. */
  abstract List<byte[]> answerTo(Attempt attempt);

  /** The head of every answer. */
  abstract Answer head();

  /** Every event, from the first one on. */
  abstract List<byte[]> events();

  /** How many bytes its first events have. */
  public int length(int count) {
    return joined(events().subList(0, count)).length;
  }

  /** All that was asked for, and an orderly end. */
  public Step rest() {
    return ended(Integer.MAX_VALUE);
  }

  /** So many of the events that were asked for, and an orderly end. */
  public Step ended(int events) {
    return exchange -> {
      begin(exchange);
      write(exchange, firstOf(exchange.attempt(), events));
      exchange.write("0\r\n\r\n");
      return true;
    };
  }

  /** So many of the events that were asked for, and an end by a connection that closes. */
  public Step endedByClose(int events) {
    return exchange -> {
      exchange.readBody();
      exchange.write(head().head("Connection: close"));
      exchange.write(firstOf(exchange.attempt(), events));
      exchange.finish();
      return false;
    };
  }

  /** So many events of what was asked for, some bytes of the next one, and there the loss. */
  public Step cutAfter(int events, int bytes, End how) {
    return exchange -> {
      int whole = firstOf(exchange.attempt(), events).length;
      return cut(exchange, whole + bytes, how);
    };
  }

  /**
   * So many of the events that were asked for, as a compressing proxy passes them on to clients
   * that accept it, and then the loss of the connection.
   */
  public Step compressedCutAfter(int events) {
    return exchange -> {
      String accepted = exchange.attempt().header("Accept-Encoding");
      boolean compresses = accepted != null && accepted.contains("gzip");
      byte[] some = firstOf(exchange.attempt(), events);
      exchange.readBody();
      exchange.write(
          (compresses ? head().header("Content-Encoding", "gzip") : head())
              .head("Transfer-Encoding: chunked"));
      write(exchange, compresses ? gzip(some) : some);
      exchange.write("ff\r\n");
      exchange.finish();
      return false;
    };
  }

  /** All of it can be decoded, but it is not at its end. */
  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    GZIPOutputStream out = new GZIPOutputStream(compressed, true);
    out.write(bytes);
    out.flush();
    return compressed.toByteArray();
  }

  /** So many bytes of what was asked for, and then the loss of the connection. */
  public Step cutAfterBytes(int bytes, End how) {
    return exchange -> cut(exchange, bytes, how);
  }

  private boolean cut(Exchange exchange, int bytes, End how)
      throws IOException, InterruptedException {
    begin(exchange);
    byte[] all = firstOf(exchange.attempt(), Integer.MAX_VALUE);
    byte[] some = Arrays.copyOf(all, Math.min(bytes, all.length));
    int within = some.length / CHUNK * CHUNK;
    write(exchange, Arrays.copyOf(some, within));
    // The last chunk has begun: some of what it announces is missing.
    if (some.length > within) {
      exchange.write(Integer.toHexString(CHUNK) + "\r\n");
      exchange.write(Arrays.copyOfRange(some, within, some.length));
    }
    if (how == End.FIN) {
      exchange.finish();
    } else {
      // A client that has not even seen the head makes an ordinary retry of it.
      TimeUnit.MILLISECONDS.sleep(READ_MILLIS);
      exchange.reset();
    }
    return false;
  }

  /** So many of the events that were asked for, and then nothing more. */
  public Step idleAfter(int events) {
    return exchange -> {
      begin(exchange);
      write(exchange, firstOf(exchange.attempt(), events));
      exchange.awaitEnd();
      return false;
    };
  }

  /** The same, until the test says so: then the connection is lost within a chunk. */
  public Step lostAfter(int events, CountDownLatch signal) {
    return exchange -> {
      begin(exchange);
      write(exchange, firstOf(exchange.attempt(), events));
      signal.await();
      // HttpCore up to 4.3 takes the end of a chunk for the end of the body.
      exchange.write("ff\r\n{");
      exchange.finish();
      return false;
    };
  }

  private void begin(Exchange exchange) throws IOException {
    exchange.readBody();
    exchange.write(head().head("Transfer-Encoding: chunked"));
  }

  private byte[] firstOf(Attempt attempt, int events) {
    List<byte[]> all = answerTo(attempt);
    return joined(all.subList(0, Math.min(events, all.size())));
  }

  private static void write(Exchange exchange, byte[] bytes) throws IOException {
    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    for (int at = 0; at < bytes.length; at += CHUNK) {
      int size = Math.min(CHUNK, bytes.length - at);
      chunks.writeBytes(ascii(Integer.toHexString(size) + "\r\n"));
      chunks.write(bytes, at, size);
      chunks.writeBytes(ascii("\r\n"));
    }
    exchange.write(chunks.toByteArray());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] joined(List<byte[]> pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(all::writeBytes);
    return all.toByteArray();
  }

  /**
   * Digests of a body as its bytes and as its lines, of which a reader does not see the last end.
   */
  static List<String> digests(byte[] body) {
    return List.of(
        Seeded.sha256(body), Seeded.sha256(Arrays.copyOf(body, Math.max(0, body.length - 1))));
  }
}
