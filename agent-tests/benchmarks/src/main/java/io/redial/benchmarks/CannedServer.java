package io.redial.benchmarks;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * Answers every request on the loopback interface with the same bytes and keeps the connection. It
 * does as little as it can: a body is in chunks or has {@link #KNOWN_LENGTH} bytes.
 */
public final class CannedServer implements AutoCloseable {
  /** The length of every body that is not chunked. */
  public static final int KNOWN_LENGTH = 1_024;

  /** What it answers. */
  public static final String BODY =
      "{\"article\":42,\"pieces\":17,\"reserved\":3,\"place\":\"A-17\"}";

  private static final byte[] ANSWER =
      ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
              + BODY.length()
              + "\r\n\r\n"
              + BODY)
          .getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket listener;

  private CannedServer(ServerSocket listener) {
    this.listener = listener;
  }

  /** Starts on a free port. */
  public static CannedServer start() throws IOException {
    CannedServer server =
        new CannedServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    daemon(server::accept);
    return server;
  }

  /** Where it is to be found. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/stock/42");
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        daemon(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
      while (readRequest(in)) {
        socket.getOutputStream().write(ANSWER);
      }
    } catch (IOException gone) {
      // The client closed its connection.
    }
  }

  /** False at the end of the stream. */
  private static boolean readRequest(InputStream in) throws IOException {
    int method = line(in);
    if (method < 0) {
      return false;
    }
    boolean chunked = false;
    for (int field = line(in); field > 0; field = line(in)) {
      chunked |= field == 't'; // Transfer-Encoding: the client sends no other field with a T.
    }
    if (chunked) {
      while (readChunk(in)) {}
    } else if (method == 'p') {
      in.skipNBytes(KNOWN_LENGTH);
    }
    return true;
  }

  /** Reads a line; its first letter in lower case, 0 if it is empty, -1 at the stream's end. */
  private static int line(InputStream in) throws IOException {
    int first = in.read();
    int b = first;
    while (b >= 0 && b != '\n') {
      b = in.read();
    }
    return first < 0 ? -1 : first == '\r' ? 0 : first | 0x20;
  }

  private static boolean readChunk(InputStream in) throws IOException {
    int size = 0;
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b != '\r') {
        size = size * 16 + Character.digit(b, 16);
      }
    }
    in.skipNBytes(size + 2);
    return size > 0;
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "canned-server");
    thread.setDaemon(true);
    thread.start();
  }
}
