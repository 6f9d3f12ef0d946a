package io.redial.storms.starvation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server whose paths say what becomes of a request: {@code /ok} is served, {@code /busy/N} gets
 * 503 with {@code Retry-After: N}, {@code /reset} loses its connection, and {@code /once/NAME} gets
 * 429 with {@code Retry-After: 1} the first time and is served from then on. A thread for each
 * connection.
 */
final class Dependency implements AutoCloseable {
  private static final byte[] SERVED = response("200 OK", "here you are");

  private final ServerSocket listener;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  Dependency() throws IOException {
    listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  String url(String path) {
    return "http://127.0.0.1:" + listener.getLocalPort() + path;
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

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (String path = read(in); path != null; path = read(in)) {
        if (path.equals("/reset")) {
          socket.setSoLinger(true, 0);
          return;
        }
        socket.getOutputStream().write(answer(path));
      }
    } catch (IOException gone) {
      // The client closed its connection.
    }
  }

  private byte[] answer(String path) {
    if (path.startsWith("/busy/")) {
      String seconds = path.substring("/busy/".length());
      return response("503 Service Unavailable\r\nRetry-After: " + seconds, "too much");
    }
    if (path.startsWith("/once/") && known.add(path)) {
      return response("429 Too Many Requests\r\nRetry-After: 1", "not now");
    }
    return SERVED;
  }

  /** Reads a request without a body and returns its path; null at the stream's end. */
  private static String read(BufferedReader in) throws IOException {
    String first = in.readLine();
    String line = first;
    while (line != null && !line.isEmpty()) {
      line = in.readLine();
    }
    return line == null ? null : first.split(" ", 3)[1];
  }

  private static byte[] response(String head, String body) {
    String text = "HTTP/1.1 " + head + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(null, task, "dependency", 256 << 10);
    thread.setDaemon(true);
    thread.start();
  }
}
