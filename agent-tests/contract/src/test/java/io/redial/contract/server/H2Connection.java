package io.redial.contract.server;

import io.redial.subjects.load.server.Hpack;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One HTTP/2 connection: frames as RFC 9113 §4 and §6 have them, no more than the tests need. */
final class H2Connection {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PUSH_PROMISE = 5;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;

  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  private final H2Server server;
  private final Wire wire;
  private final DataInputStream in;
  private final DataOutputStream out;
  private final int number;
  private final Hpack hpack = new Hpack();
  private boolean finishing;
  private final Map<Integer, Attempt> streams = new ConcurrentHashMap<>();

  H2Connection(H2Server server, Wire wire, DataInputStream in, int number) throws IOException {
    this.server = server;
    this.wire = wire;
    this.in = in;
    this.out = new DataOutputStream(wire.out());
    this.number = number;
  }

  /** Serves from the first head on, be that an upgrade's or the preface of prior knowledge. */
  void serve(List<String> head) throws IOException {
    if (head.get(0).startsWith("PRI ")) {
      in.readFully(new byte["SM\r\n\r\n".length()]);
      frame(SETTINGS, 0, 0, server.settings());
    } else {
      upgrade(head);
    }
    try {
      while (true) {
        readFrame();
      }
    } finally {
      streams.values().forEach(Attempt::noteDropped);
    }
  }

  /** The request that came with the upgrade is stream 1. */
  private void upgrade(List<String> head) throws IOException {
    Attempt first = new Attempt(number, head);
    new RequestBody(first, in, this::raw).read(Long.MAX_VALUE);
    raw(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII));
    frame(SETTINGS, 0, 0, server.settings());
    in.readFully(new byte["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length()]);
    streams.put(1, first);
    play(1, first);
  }

  private void readFrame() throws IOException {
    int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
    int type = in.readUnsignedByte();
    int flags = in.readUnsignedByte();
    int stream = in.readInt() & Integer.MAX_VALUE;
    byte[] payload = new byte[length];
    in.readFully(payload);
    switch (type) {
      case HEADERS -> {
        Map<String, String> fields = hpack.read(payload);
        if (!streams.containsKey(stream)) { // Otherwise, these are trailers.
          streams.put(stream, new Attempt(number, head(fields)));
        }
        endIf(flags, stream);
      }
      case DATA -> data(flags, stream, payload);
      case SETTINGS -> acknowledge(SETTINGS, flags, new byte[0]);
      case PING -> ping(flags, payload);
      case RST_STREAM -> {
        if (streams.containsKey(stream)) {
          streams.get(stream).noteDropped();
        }
      }
      default -> {}
    }
  }

  /** A head as HTTP/1.1 writes it. */
  private static List<String> head(Map<String, String> fields) {
    List<String> head = new ArrayList<>();
    head.add(fields.remove(":method") + " " + fields.remove(":path") + " HTTP/2");
    fields.forEach((name, value) -> head.add(name + ": " + value));
    return head;
  }

  private void ping(int flags, byte[] payload) throws IOException {
    if ((flags & ACK) != 0 && finishing) {
      finish();
    }
    acknowledge(PING, flags, payload);
  }

  private void acknowledge(int type, int flags, byte[] payload) throws IOException {
    if ((flags & ACK) == 0) {
      frame(type, ACK, 0, payload);
    }
  }

  private void data(int flags, int stream, byte[] payload) throws IOException {
    Attempt attempt = streams.get(stream);
    attempt.received(payload, 0, payload.length);
    if (server.loses(attempt)) {
      resetConnection();
      return;
    }
    if (payload.length > 0) {
      frame(WINDOW_UPDATE, 0, 0, number(payload.length));
      frame(WINDOW_UPDATE, 0, stream, number(payload.length));
    }
    endIf(flags, stream);
  }

  private void endIf(int flags, int stream) throws IOException {
    if ((flags & END_STREAM) != 0) {
      Attempt attempt = streams.get(stream);
      attempt.completed();
      play(stream, attempt);
    }
  }

  private void play(int stream, Attempt attempt) throws IOException {
    server.next(attempt).play(new H2Stream(this, stream, attempt));
  }

  void headers(int stream, boolean end, byte[] block) throws IOException {
    frame(HEADERS, END_HEADERS | (end ? END_STREAM : 0), stream, block);
  }

  void data(int stream, boolean end, byte[] bytes) throws IOException {
    frame(DATA, end ? END_STREAM : 0, stream, bytes);
  }

  void reset(int stream, int code) throws IOException {
    frame(RST_STREAM, 0, stream, number(code));
  }

  void pushPromise(int stream, int promised, byte[] block) throws IOException {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    payload.write(number(promised));
    payload.write(block);
    frame(PUSH_PROMISE, END_HEADERS, stream, payload.toByteArray());
  }

  void goAway(int lastStream, int code) throws IOException {
    ByteArrayOutputStream payload = new ByteArrayOutputStream();
    payload.write(number(lastStream));
    payload.write(number(code));
    frame(GOAWAY, 0, 0, payload.toByteArray());
  }

  /** Host and port as a client names them. */
  String authority() {
    return "127.0.0.1:" + wire.port();
  }

  /** The answer to a ping shows that what was sent before it was read. */
  void finishOnceRead() throws IOException {
    finishing = true;
    frame(PING, 0, 0, new byte[8]);
  }

  void finish() throws IOException {
    wire.finish();
  }

  void resetConnection() throws IOException {
    wire.reset();
  }

  private synchronized void frame(int type, int flags, int stream, byte[] payload)
      throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    DataOutputStream to = new DataOutputStream(frame);
    to.writeByte(payload.length >> 16);
    to.writeShort(payload.length);
    to.writeByte(type);
    to.writeByte(flags);
    to.writeInt(stream);
    to.write(payload);
    raw(frame.toByteArray());
  }

  private synchronized void raw(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  private static byte[] number(int value) {
    return new byte[] {
      (byte) (value >> 24), (byte) (value >> 16), (byte) (value >> 8), (byte) value
    };
  }
}
