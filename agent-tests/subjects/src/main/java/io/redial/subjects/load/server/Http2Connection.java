package io.redial.subjects.load.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/** Streams side by side (RFC 9113), with flow control in both directions. */
final class Http2Connection {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;

  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int PADDED = 8;
  private static final int PRIORITY = 0x20;

  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int MAX_FRAME = 16384;
  private static final int WIDE = 1 << 30;

  private final RequestHandler handler;
  private final Executor threads;
  private final Connection connection;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final Hpack hpack = new Hpack();
  private final Map<Integer, Http2Stream> streams = new HashMap<>();
  private final ByteArrayOutputStream block = new ByteArrayOutputStream();
  private long window = 65_535;
  private int initialWindow = 65_535;
  private boolean gone;

  Http2Connection(
      RequestHandler handler,
      Executor threads,
      Connection connection,
      InputStream in,
      OutputStream out) {
    this.handler = handler;
    this.threads = threads;
    this.connection = connection;
    this.in = new DataInputStream(in);
    this.out = new DataOutputStream(out);
  }

  /** The request that came with the upgrade is stream 1. */
  void upgraded(
      String method,
      String target,
      UnaryOperator<String> headers,
      InputStream body,
      String settings)
      throws IOException {
    settings(Base64.getUrlDecoder().decode(settings));
    Http2Stream stream = new Http2Stream(this, 1, initialWindow);
    streams.put(1, stream);
    stream.begin(method, target, headers, body);
    start(stream);
  }

  void serve() throws IOException {
    in.readFully(new byte["SM\r\n\r\n".length()]);
    frame(SETTINGS, 0, 0, new byte[0]);
    frame(WINDOW_UPDATE, 0, 0, number(WIDE));
    try {
      while (true) {
        readFrame();
      }
    } finally {
      connection.leave();
      end();
    }
  }

  private synchronized void end() {
    gone = true;
    streams.values().forEach(Http2Stream::breakOff);
    notifyAll();
  }

  private void readFrame() throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt() & Integer.MAX_VALUE;
    byte[] payload = new byte[length];
    in.readFully(payload);
    switch (type) {
      case HEADERS:
      case CONTINUATION:
        headers(type, flags, stream, payload);
        break;
      case DATA:
        data(flags, stream, payload);
        break;
      case SETTINGS:
        if ((flags & ACK) == 0) {
          settings(payload);
          frame(SETTINGS, ACK, 0, new byte[0]);
        }
        break;
      case PING:
        if ((flags & ACK) == 0) {
          frame(PING, ACK, 0, payload);
        }
        break;
      case WINDOW_UPDATE:
        widen(stream, ByteBuffer.wrap(payload).getInt() & Integer.MAX_VALUE);
        break;
      case RST_STREAM:
        drop(stream);
        break;
      case GOAWAY:
      default:
        break;
    }
  }

  private void headers(int type, int flags, int id, byte[] payload) throws IOException {
    int from = 0;
    int to = payload.length;
    if (type == HEADERS) {
      if ((flags & PADDED) != 0) {
        to -= payload[0] & 0xff;
        from += 1;
      }
      if ((flags & PRIORITY) != 0) {
        from += 5;
      }
      Http2Stream stream = new Http2Stream(this, id, initialWindow());
      synchronized (this) {
        streams.put(id, stream);
      }
      if ((flags & END_STREAM) != 0) {
        stream.endBody();
      }
    }
    block.write(payload, from, to - from);
    if ((flags & END_HEADERS) != 0) {
      Map<String, String> fields = hpack.read(block.toByteArray());
      block.reset();
      Http2Stream stream = stream(id);
      stream.begin(
          fields.get(":method"),
          fields.get(":path"),
          name -> fields.get(name.toLowerCase(Locale.ROOT)),
          null);
      start(stream);
    }
  }

  private void start(Http2Stream stream) {
    threads.execute(
        () -> {
          try {
            handler.handle(stream.request());
          } catch (IOException broken) {
            // The visit knows.
          } finally {
            drop(stream.id());
          }
        });
  }

  private void data(int flags, int id, byte[] payload) throws IOException {
    int from = 0;
    int to = payload.length;
    if ((flags & PADDED) != 0) {
      to -= payload[0] & 0xff;
      from += 1;
    }
    if (payload.length > 0) {
      frame(WINDOW_UPDATE, 0, 0, number(payload.length));
    }
    Http2Stream stream = stream(id);
    if (stream != null) {
      stream.receive(Arrays.copyOfRange(payload, from, to));
      if ((flags & END_STREAM) != 0) {
        stream.endBody();
      }
    }
  }

  private synchronized int initialWindow() {
    return initialWindow;
  }

  private synchronized Http2Stream stream(int id) {
    return streams.get(id);
  }

  private synchronized void drop(int id) {
    Http2Stream stream = streams.remove(id);
    if (stream != null) {
      stream.breakOff();
      notifyAll();
    }
  }

  private synchronized void settings(byte[] payload) {
    ByteBuffer settings = ByteBuffer.wrap(payload);
    while (settings.remaining() >= 6) {
      int key = settings.getShort();
      int value = settings.getInt();
      if (key == INITIAL_WINDOW_SIZE) {
        streams.values().forEach(stream -> stream.widen(value - initialWindow));
        initialWindow = value;
        notifyAll();
      }
    }
  }

  private synchronized void widen(int id, int by) {
    if (id == 0) {
      window += by;
    } else if (streams.containsKey(id)) {
      streams.get(id).widen(by);
    }
    notifyAll();
  }

  void consumed(int id, int count) throws IOException {
    frame(WINDOW_UPDATE, 0, id, number(count));
  }

  synchronized void sendHead(int id, byte[] fields) throws IOException {
    if (!streams.containsKey(id)) {
      throw new IOException("the stream was reset");
    }
    frame(HEADERS, END_HEADERS, id, fields);
  }

  /** Sends as the windows allow. */
  synchronized void send(Http2Stream stream, byte[] bytes, int from, int count, boolean end)
      throws IOException {
    int at = from;
    int left = count;
    do {
      while (left > 0 && !gone && !stream.isBroken() && (window <= 0 || stream.window() <= 0)) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted", e);
        }
      }
      if (gone || stream.isBroken()) {
        throw new IOException("the stream was reset");
      }
      int piece = (int) Math.min(Math.min(left, MAX_FRAME), Math.min(window, stream.window()));
      piece = Math.max(piece, 0);
      window -= piece;
      stream.widen(-piece);
      boolean last = end && piece == left;
      frame(DATA, last ? END_STREAM : 0, stream.id(), Arrays.copyOfRange(bytes, at, at + piece));
      at += piece;
      left -= piece;
    } while (left > 0);
  }

  Connection connection() {
    return connection;
  }

  void reset(int id, int code) throws IOException {
    frame(RST_STREAM, 0, id, number(code));
    drop(id);
  }

  void goAway(int lastStream, int code) throws IOException {
    connection.goAway(lastStream);
    frame(GOAWAY, 0, 0, ByteBuffer.allocate(8).putInt(lastStream).putInt(code).array());
  }

  synchronized void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    out.writeByte(payload.length >> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
    out.flush();
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }
}
