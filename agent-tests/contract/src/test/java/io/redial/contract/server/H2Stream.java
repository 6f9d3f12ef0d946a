package io.redial.contract.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A stream in the hands of an {@link H2Step}. */
public final class H2Stream {
  /** Error codes of RFC 9113 §7. */
  public static final int NO_ERROR = 0;

  public static final int INTERNAL_ERROR = 2;
  public static final int REFUSED_STREAM = 7;

  private final H2Connection connection;
  private final int id;
  private final Attempt attempt;

  H2Stream(H2Connection connection, int id, Attempt attempt) {
    this.connection = connection;
    this.id = id;
    this.attempt = attempt;
  }

  /** Its request. */
  public Attempt attempt() {
    return attempt;
  }

  /** Sends a complete response; names and values of further header fields follow each other. */
  public void answer(int status, String body, String... headers) throws IOException {
    connection.headers(id, false, response(status, headers));
    connection.data(id, true, body.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a response's head and leaves the stream open. */
  public void head(int status, String... headers) throws IOException {
    connection.headers(id, false, response(status, headers));
  }

  /** Sends a piece of a body. */
  public void data(String text, boolean end) throws IOException {
    connection.data(id, end, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Resets the stream. */
  public void reset(int code) throws IOException {
    connection.reset(id, code);
  }

  /** Says that this stream was not looked at, nor any after it. */
  public void goAwayBefore() throws IOException {
    connection.goAway(Math.max(0, id - 2), NO_ERROR);
  }

  /** Says that streams up to this one may have been worked on. */
  public void goAwayAfter() throws IOException {
    connection.goAway(id, NO_ERROR);
  }

  /** Promises a resource under a path, and sends it. */
  public void push(int promised, String path, String body) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.write(0x82); // :method GET
    request.write(0x86); // :scheme http
    indexed(request, 1, connection.authority()); // :authority
    indexed(request, 4, path); // :path
    connection.pushPromise(id, promised, request.toByteArray());
    connection.headers(promised, false, response(200));
    connection.data(promised, true, body.getBytes(StandardCharsets.UTF_8));
  }

  /** Ends the connection with FIN when the client has read all that was sent before. */
  public void finishConnectionOnceRead() throws IOException {
    connection.finishOnceRead();
  }

  /** Ends the connection with FIN. */
  public void finishConnection() throws IOException {
    connection.finish();
  }

  /** Ends the connection with RST. */
  public void resetConnection() throws IOException {
    connection.resetConnection();
  }

  private static byte[] response(int status, String... headers) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    indexed(block, 8, Integer.toString(status)); // :status
    for (int i = 0; i < headers.length; i += 2) {
      block.write(0); // literal without indexing, new name (RFC 7541 §6.2.2)
      text(block, headers[i]);
      text(block, headers[i + 1]);
    }
    return block.toByteArray();
  }

  /** Literal without indexing, name from the static table. */
  private static void indexed(ByteArrayOutputStream block, int name, String value)
      throws IOException {
    block.write(name);
    text(block, value);
  }

  private static void text(ByteArrayOutputStream block, String text) throws IOException {
    block.write(text.length());
    block.write(text.getBytes(StandardCharsets.US_ASCII));
  }
}
