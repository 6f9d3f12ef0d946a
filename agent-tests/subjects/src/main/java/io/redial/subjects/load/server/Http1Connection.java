package io.redial.subjects.load.server;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;

/** Requests one after the other, until the client says that it speaks HTTP/2. */
final class Http1Connection {
  private static final int BUFFER = 16384;

  private final RequestHandler handler;
  private final Executor threads;
  private final Connection connection;
  private final InputStream in;
  private final OutputStream out;

  Http1Connection(RequestHandler handler, Executor threads, Connection connection)
      throws IOException {
    this.handler = handler;
    this.threads = threads;
    this.connection = connection;
    in = new BufferedInputStream(connection.in(), BUFFER);
    out = new BufferedOutputStream(connection.out(), BUFFER);
  }

  void serve() throws IOException {
    while (true) {
      List<String> head = head();
      if (head.isEmpty()) {
        return;
      }
      if (head.get(0).startsWith("PRI ")) {
        new Http2Connection(handler, threads, connection, in, out).serve();
        return;
      }
      Exchange request = new Exchange(head.get(0).split(" ", 3), head, body(head));
      String settings = header(head, "http2-settings");
      if (settings != null) {
        upgrade(request, settings);
        return;
      }
      handler.handle(request);
      if (connection.isEnded()) {
        return;
      }
    }
  }

  private void upgrade(Exchange request, String settings) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER];
    for (int n = request.body().read(buffer); n >= 0; n = request.body().read(buffer)) {
      body.write(buffer, 0, n);
    }
    ascii("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n");
    out.flush();
    head(); // PRI * HTTP/2.0
    Http2Connection http2 = new Http2Connection(handler, threads, connection, in, out);
    http2.upgraded(
        request.method(),
        request.target(),
        request::header,
        new ByteArrayInputStream(body.toByteArray()),
        settings);
    http2.serve();
  }

  /** Empty at the end of the connection. */
  private List<String> head() throws IOException {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(64);
    while (true) {
      int c = in.read();
      if (c < 0) {
        if (lines.isEmpty() && line.length() == 0) {
          return lines;
        }
        throw new EOFException("within a head");
      }
      if (c == '\n') {
        if (line.length() == 0) {
          return lines;
        }
        lines.add(line.toString());
        line.setLength(0);
        if (lines.size() == 1 && !lines.get(0).startsWith("PRI ")) {
          String[] requestLine = lines.get(0).split(" ", -1);
          if (requestLine.length != 3) {
            throw new IOException("no request: " + lines);
          }
          handler.begin(requestLine[0], requestLine[1], connection);
        }
      } else if (c != '\r') {
        line.append((char) c);
      }
    }
  }

  private static String header(List<String> head, String name) {
    for (String line : head.subList(1, head.size())) {
      int colon = line.indexOf(':');
      if (colon == name.length() && line.substring(0, colon).equalsIgnoreCase(name)) {
        return line.substring(colon + 1).trim();
      }
    }
    return null;
  }

  private InputStream body(List<String> head) {
    String length = header(head, "content-length");
    if (length != null) {
      return new Http1Body.Counted(in, Long.parseLong(length));
    }
    String encoding = header(head, "transfer-encoding");
    return encoding != null && encoding.toLowerCase(Locale.ROOT).contains("chunked")
        ? new Http1Body.Chunked(in)
        : new Http1Body.Counted(in, 0);
  }

  private void ascii(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private final class Exchange extends Served {
    private final List<String> head;
    private final InputStream body;

    Exchange(String[] requestLine, List<String> head, InputStream body) {
      super(requestLine[0], requestLine[1]);
      this.head = head;
      this.body = body;
    }

    @Override
    public String header(String name) {
      return Http1Connection.header(head, name);
    }

    @Override
    public InputStream body() {
      return body;
    }

    @Override
    public Connection connection() {
      return connection;
    }

    @Override
    public OutputStream raw() {
      return out;
    }

    @Override
    public void inform(int status, String... headers) throws IOException {
      ascii(head(status, headers).append("\r\n").toString());
      out.flush();
    }

    @Override
    public OutputStream answer(int status, long length, String... headers) throws IOException {
      StringBuilder head = head(status, headers);
      if (length == UNTOLD) {
        head.append("Transfer-Encoding: chunked\r\n");
      } else {
        head.append("Content-Length: ").append(length).append("\r\n");
      }
      ascii(head.append("\r\n").toString());
      return length == UNTOLD ? new Chunks() : new Rest();
    }

    private StringBuilder head(int status, String... headers) {
      StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(" Said\r\n");
      for (int i = 0; i < headers.length; i += 2) {
        head.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
      }
      return head;
    }
  }

  private final class Rest extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      out.write(bytes, from, count);
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }

  private final class Chunks extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      if (count > 0) {
        ascii(Integer.toHexString(count) + "\r\n");
        out.write(bytes, from, count);
        ascii("\r\n");
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      ascii("0\r\n\r\n");
      out.flush();
    }
  }
}
