package com.example.failing;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;

/** Reads one HTTP/1.1 request, with a body of known length or in chunks, from a socket. */
final class WireRequest {
  private final InputStream in;

  private WireRequest(InputStream in) {
    this.in = in;
  }

  static Attempt read(InputStream in) throws IOException {
    return new WireRequest(in).read();
  }

  private Attempt read() throws IOException {
    String[] requestLine = line().split(" ", 3);
    Instant at = Instant.now();
    int length = 0;
    boolean chunked = false;
    for (String field = line(); !field.isEmpty(); field = line()) {
      String header = field.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).trim());
      }
      chunked |= header.startsWith("transfer-encoding:") && header.endsWith("chunked");
    }
    byte[] body = chunked ? chunks() : in.readNBytes(length);
    return new Attempt(
        at, requestLine[0], requestLine[1], new String(body, StandardCharsets.ISO_8859_1));
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunkSize(); size > 0; size = chunkSize()) {
      body.write(in.readNBytes(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int chunkSize() throws IOException {
    return Integer.parseInt(line().trim(), 16);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the request ended early");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.US_ASCII);
  }
}
