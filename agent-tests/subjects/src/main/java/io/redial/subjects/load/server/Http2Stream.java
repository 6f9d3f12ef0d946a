package io.redial.subjects.load.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;

/** One request and its response. The windows are guarded by the connection. */
final class Http2Stream {
  private final Http2Connection connection;
  private final int id;
  private final Body arriving = new Body();
  private long window;
  private volatile boolean broken;
  private Served request;

  Http2Stream(Http2Connection connection, int id, int window) {
    this.connection = connection;
    this.id = id;
    this.window = window;
  }

  /** The head is known, and the whole body, too, if it is not null. */
  void begin(String method, String target, UnaryOperator<String> headers, InputStream complete) {
    request = new Request(method, target, headers, complete == null ? arriving : complete);
  }

  int id() {
    return id;
  }

  Served request() {
    return request;
  }

  long window() {
    return window;
  }

  void widen(int by) {
    window += by;
  }

  boolean isBroken() {
    return broken;
  }

  void breakOff() {
    broken = true;
    arriving.wake();
  }

  void receive(byte[] bytes) {
    arriving.add(bytes);
  }

  void endBody() {
    arriving.end();
  }

  private final class Request extends Served {
    private final UnaryOperator<String> headers;
    private final InputStream body;

    Request(String method, String target, UnaryOperator<String> headers, InputStream body) {
      super(method, target);
      this.headers = headers;
      this.body = body;
    }

    @Override
    public String header(String name) {
      return headers.apply(name);
    }

    @Override
    public InputStream body() {
      return body;
    }

    @Override
    public Connection connection() {
      return connection.connection();
    }

    @Override
    public Frames frames() {
      return new StreamFrames();
    }

    @Override
    public void inform(int status, String... headers) throws IOException {
      connection.sendHead(id, Hpack.response(status, headers));
    }

    @Override
    public OutputStream answer(int status, long length, String... headers) throws IOException {
      connection.sendHead(id, Hpack.response(status, headers));
      return new Data();
    }
  }

  private final class StreamFrames implements Frames {
    @Override
    public int stream() {
      return id;
    }

    @Override
    public void send(int type, int flags, int stream, byte... payload) throws IOException {
      connection.frame(type, flags, stream, payload);
    }

    @Override
    public void reset(int code) throws IOException {
      connection.reset(id, code);
    }

    @Override
    public void goAway(int lastStream, int code) throws IOException {
      connection.goAway(lastStream, code);
    }
  }

  private final class Data extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      connection.send(Http2Stream.this, bytes, from, count, false);
    }

    @Override
    public void close() throws IOException {
      connection.send(Http2Stream.this, new byte[0], 0, 0, true);
    }
  }

  /** The request's body as it arrives. */
  private final class Body extends InputStream {
    private final Deque<byte[]> pieces = new ArrayDeque<>();
    private int used;
    private boolean ended;

    synchronized void add(byte[] bytes) {
      if (bytes.length > 0) {
        pieces.add(bytes);
      }
      notifyAll();
    }

    synchronized void end() {
      ended = true;
      notifyAll();
    }

    synchronized void wake() {
      notifyAll();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int count) throws IOException {
      int given;
      synchronized (this) {
        while (pieces.isEmpty() && !ended && !broken) {
          try {
            wait();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
          }
        }
        if (pieces.isEmpty()) {
          if (ended) {
            return -1;
          }
          throw new IOException("the stream was reset");
        }
        byte[] piece = pieces.peek();
        given = Math.min(count, piece.length - used);
        System.arraycopy(piece, used, to, from, given);
        used += given;
        if (used == piece.length) {
          pieces.remove();
          used = 0;
        }
      }
      connection.consumed(id, given);
      return given;
    }
  }
}
