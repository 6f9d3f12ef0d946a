package io.redial.contract.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** An attempt and its connection, in the hands of a {@link Step}. */
public final class Exchange {
  private final Wire wire;
  private final Attempt attempt;
  private final RequestBody body;
  private final OutputStream out;
  private final FaultServer server;

  Exchange(FaultServer server, Wire wire, InputStream in, Attempt attempt) throws IOException {
    this.server = server;
    this.wire = wire;
    this.attempt = attempt;
    this.out = wire.out();
    this.body = new RequestBody(attempt, in, this::write);
  }

  /** The attempt as it arrived so far. */
  public Attempt attempt() {
    return attempt;
  }

  /** Reads the request's body to its end. */
  public void readBody() throws IOException {
    body.read(Long.MAX_VALUE);
  }

  /** Reads at least so many bytes of the request's body, unless it ends before. */
  public void readBody(long bytes) throws IOException {
    body.read(bytes);
  }

  /** Sends a text as it is. */
  public void write(String text) throws IOException {
    write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends bytes at once; a failure means that the client is gone. */
  public void write(byte[] bytes) throws IOException {
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException gone) {
      attempt.noteDropped();
      throw gone;
    }
  }

  /** Waits until the next attempt arrives or the server plays something else, but not for ever. */
  void awaitNext(long millis) throws InterruptedException {
    server.awaitNext(attempt, millis);
  }

  /** Waits until the client ends the connection. */
  public void awaitEnd() {
    try {
      InputStream in = wire.in();
      byte[] ignored = new byte[8192];
      while (in.read(ignored) >= 0) {
        // whatever it still sends
      }
    } catch (IOException gone) {
      // a reset is an end, too
    }
    attempt.noteDropped();
  }

  /** Ends the connection with RST. */
  public void reset() throws IOException {
    wire.reset();
  }

  /** Ends the connection with FIN, and in TLS's own way before it. */
  public void finish() throws IOException {
    wire.finish();
  }

  /** Ends the connection with FIN and nothing else. */
  public void cut() throws IOException {
    wire.cut();
  }
}
