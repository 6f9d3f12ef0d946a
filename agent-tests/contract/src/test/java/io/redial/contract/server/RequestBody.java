package io.redial.contract.server;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reads a request's body off the wire, however it is framed. */
final class RequestBody {
  /** Sends an interim response. */
  interface Out {
    void write(byte[] bytes) throws IOException;
  }

  private final Attempt attempt;
  private final InputStream in;
  private final Out out;
  private final boolean chunked;
  private boolean awaited;
  private long left;

  RequestBody(Attempt attempt, InputStream in, Out out) {
    this.attempt = attempt;
    this.in = in;
    this.out = out;
    String coding = attempt.header("Transfer-Encoding");
    String length = attempt.header("Content-Length");
    this.chunked = coding != null && coding.toLowerCase(Locale.ROOT).contains("chunked");
    this.left = length == null ? 0 : Long.parseLong(length);
    String expect = attempt.header("Expect");
    this.awaited = expect != null && expect.equalsIgnoreCase("100-continue");
    if (!chunked && left == 0) {
      attempt.completed();
    }
  }

  /** Reads until the attempt has so many bytes, or its body ends. */
  void read(long atLeast) throws IOException {
    if (awaited) {
      awaited = false;
      out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    byte[] buffer = new byte[8192];
    while (!attempt.complete() && attempt.size() < atLeast) {
      if (left == 0 && !nextChunk()) {
        attempt.completed();
        return;
      }
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new EOFException("in the middle of a request's body");
      }
      attempt.received(buffer, 0, read);
      left -= read;
      if (left == 0 && chunked) {
        line();
      } else if (left == 0) {
        attempt.completed();
      }
    }
  }

  private boolean nextChunk() throws IOException {
    if (!chunked) {
      return false;
    }
    left = Long.parseLong(line().split(";", -1)[0].trim(), 16);
    if (left == 0) {
      while (!line().isEmpty()) {
        // trailers
      }
    }
    return left > 0;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    int read;
    while ((read = in.read()) != '\n') {
      if (read < 0) {
        throw new EOFException("in the middle of a request's body");
      }
      if (read != '\r') {
        line.append((char) read);
      }
    }
    return line.toString();
  }
}
