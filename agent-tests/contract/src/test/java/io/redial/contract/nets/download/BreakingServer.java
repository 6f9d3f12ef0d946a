package io.redial.contract.nets.download;

import io.redial.contract.server.Download.End;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Serves a file, in parts too (RFC 9110 §14), and breaks each connection off after a random number
 * of bytes. Notes what it sent.
 */
final class BreakingServer implements AutoCloseable {
  private static final String HEAD =
      "HTTP/1.1 %s\r\nETag: \"large\"\r\nAccept-Ranges: bytes\r\nContent-Length: %d\r\n%s\r\n";

  private final LargeFile file;
  private final long least;
  private final long most;
  private final End end;
  private final Random random;
  private final ServerSocket listening;
  private final List<Part> parts = new CopyOnWriteArrayList<>();

  /** What one response brought, the end exclusive. */
  record Part(long from, long to) {}

  /** A server that breaks off after so many bytes at least and at most. */
  BreakingServer(LargeFile file, long least, long most, End end, long seed) throws IOException {
    this.file = file;
    this.least = least;
    this.most = most;
    this.end = end;
    this.random = new Random(seed);
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread accepting = new Thread(this::accept, "breaking-server");
    accepting.setDaemon(true);
    accepting.start();
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort() + "/file";
  }

  List<Part> parts() {
    return List.copyOf(parts);
  }

  private void accept() {
    while (!listening.isClosed()) {
      try (Socket socket = listening.accept()) {
        serve(socket); // One after the other: there is one download at a time.
      } catch (IOException ended) {
        // By the client, or all of it.
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    String head = head(in);
    while (!head.isEmpty()) {
      long from = from(head);
      OutputStream out = socket.getOutputStream();
      out.write(response(from).getBytes(StandardCharsets.US_ASCII));
      long to = Math.min(file.size, from + least + (long) (random.nextDouble() * (most - least)));
      parts.add(new Part(from, to));
      file.write(out, from, to);
      if (to < file.size) {
        if (end == End.RST) {
          socket.setSoLinger(true, 0);
        }
        return;
      }
      head = head(in);
    }
  }

  private String response(long from) {
    long length = file.size - from;
    return from == 0
        ? String.format(HEAD, "200 OK", length, "")
        : String.format(
            HEAD,
            "206 Partial Content",
            length,
            "Content-Range: bytes " + from + "-" + (file.size - 1) + "/" + file.size + "\r\n");
  }

  private static long from(String head) {
    String lower = head.toLowerCase(Locale.ROOT);
    int range = lower.indexOf("\nrange: bytes=");
    if (range < 0 || !lower.contains("\nif-range: \"large\"\r\n")) {
      return 0;
    }
    int number = lower.indexOf('=', range) + 1;
    return Long.parseLong(lower.substring(number, lower.indexOf('-', number)));
  }

  /** Empty at the end of the connection. */
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      head.append((char) next);
      if (head.length() > 3 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
        return head.toString();
      }
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
