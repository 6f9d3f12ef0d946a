package io.redial.subjects.diff;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;

/** A request in the hands of a step of {@link OddServer}. */
public final class Visit {
  private final Socket socket;
  private final InputStream in;
  private final int connection;
  private final List<String> head = new ArrayList<>();
  private final CRC32 crc = new CRC32();
  private long length;
  private long left;
  private boolean chunked;
  private boolean complete;
  private boolean continued;
  private boolean over;
  private boolean brokenOff;

  Visit(Socket socket, InputStream in, int connection) throws IOException {
    this.socket = socket;
    this.in = in;
    this.connection = connection;
    String line = line();
    while (!line.isEmpty()) {
      head.add(line);
      line = line();
    }
    chunked = header("transfer-encoding").toLowerCase(Locale.ROOT).contains("chunked");
    String announced = header("content-length");
    left = chunked ? 0 : announced.isEmpty() ? 0 : Long.parseLong(announced);
    complete = !chunked && left == 0;
  }

  /** A header's first value, or nothing. */
  public String header(String name) {
    for (String line : head) {
      if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
        return line.substring(name.length() + 1).trim();
      }
    }
    return "";
  }

  /** The request line's first word. */
  public String method() {
    return head.get(0).split(" ", 2)[0];
  }

  /** What the request line asks for. */
  String target() {
    String[] words = head.get(0).split(" ", 3);
    return words.length < 2 ? "" : words[1];
  }

  /** Whether all of the body came. */
  public synchronized boolean isComplete() {
    return complete;
  }

  /** How many bytes of the body came. */
  public synchronized long length() {
    return length;
  }

  /** A checksum of the body as far as it came. */
  public synchronized long checksum() {
    return crc.getValue();
  }

  /** Reads all of the body; asks for it where the client waits to be asked. */
  public void readBody() throws IOException {
    readBody(Long.MAX_VALUE);
  }

  /** Reads at least so many bytes of it, or all. */
  public void readBody(long atLeast) throws IOException {
    if (!continued && header("expect").equalsIgnoreCase("100-continue")) {
      write("HTTP/1.1 100 Continue\r\n\r\n");
    }
    continued = true;
    byte[] buffer = new byte[16 * 1024];
    while (!complete && length < atLeast) {
      if (left == 0) {
        nextChunk();
        continue;
      }
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new EOFException("the client ended the body before its end");
      }
      received(buffer, read);
    }
  }

  private synchronized void received(byte[] buffer, int read) throws IOException {
    crc.update(buffer, 0, read);
    length += read;
    left -= read;
    if (left == 0 && !chunked) {
      complete = true;
    }
  }

  private void nextChunk() throws IOException {
    String size = line();
    if (size.isEmpty()) {
      size = line(); // The line's end after the chunk before.
    }
    left = Long.parseLong(size.split(";", 2)[0].trim(), 16);
    if (left == 0) {
      while (!line().isEmpty()) {
        // Trailers.
      }
      synchronized (this) {
        complete = true;
      }
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int read = in.read();
    while (read != '\n') {
      if (read < 0) {
        throw new EOFException("the client ended the connection within a line");
      }
      if (read != '\r') {
        line.write(read);
      }
      read = in.read();
    }
    return new String(line.toByteArray(), StandardCharsets.ISO_8859_1);
  }

  /** Sends a text as it is. */
  public void write(String text) throws IOException {
    write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends bytes as they are. */
  public void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** Ends the connection by RST. */
  public void reset() throws IOException {
    over = true;
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Ends the connection by FIN and reads on until the client has seen it. */
  public void finish() throws IOException {
    over = true;
    socket.shutdownOutput();
    socket.setSoTimeout(2_000);
    byte[] ignored = new byte[8192];
    try {
      while (in.read(ignored) >= 0) {
        // Until the client has seen the end.
      }
    } catch (IOException gone) {
      // It reset, or holds on.
    }
    socket.close();
  }

  /** Waits until the client ends the connection. */
  public void awaitEnd() throws IOException {
    over = true;
    byte[] ignored = new byte[8192];
    while (in.read(ignored) >= 0) {
      // Until then.
    }
  }

  synchronized void noteBrokenOff() {
    brokenOff = !complete;
  }

  /** Whether the client ended the connection within the request. */
  synchronized boolean isBrokenOff() {
    return brokenOff;
  }

  int connection() {
    return connection;
  }

  boolean isOver() {
    return over;
  }

  /** What came, in words. */
  synchronized String text() {
    String body =
        length == 0 && complete
            ? ""
            : " body " + (complete ? length + "/" + crc.getValue() : "cut");
    return String.join(", ", head) + body;
  }
}
