package com.example.failing;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads each request to its end and then resets the connection: for {@code /payments} always, for
 * {@code ?resets=N} so many times before it answers. The reset comes when a part of the answer's
 * head is already sent, because java.net.http sends again by itself, on some JDKs several times,
 * what it got no byte for.
 */
final class ResettingServer implements AutoCloseable {
  private static final Pattern RESETS = Pattern.compile(".*\\?resets=(\\d{1,3})");

  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
  private static final String REST = "Connection: close\r\nContent-Length: 5\r\n\r\n9.95\n";

  private final ServerSocket listener;
  private final List<Attempt> attempts = new CopyOnWriteArrayList<>();

  private ResettingServer(ServerSocket listener) {
    this.listener = listener;
  }

  static ResettingServer start() throws IOException {
    ResettingServer server =
        new ResettingServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    daemon("resetting-server", server::accept);
    return server;
  }

  static boolean serves(String path) {
    return path.equals("/payments") || RESETS.matcher(path).matches();
  }

  int port() {
    return listener.getLocalPort();
  }

  List<Attempt> attempts() {
    return attempts;
  }

  void rewind() {
    attempts.clear();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        daemon("resetting-connection", () -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      Attempt attempt = WireRequest.read(socket.getInputStream());
      attempts.add(attempt);
      OutputStream out = socket.getOutputStream();
      out.write(HEAD.getBytes(StandardCharsets.US_ASCII));
      if (seen(attempt.path()) <= resets(attempt.path())) {
        socket.setSoLinger(true, 0); // makes close() send RST instead of FIN
      } else {
        out.write(REST.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException gone) {
      // The client went away; what it sees is its own affair.
    }
  }

  private long seen(String path) {
    return attempts.stream().filter(attempt -> attempt.path().equals(path)).count();
  }

  private static int resets(String path) {
    Matcher resets = RESETS.matcher(path);
    return resets.matches() ? Integer.parseInt(resets.group(1)) : Integer.MAX_VALUE;
  }

  private static void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }
}
