package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A request body, the application's source of it, the connections of a client that asks for it, and
 * the copy. The copy may be told to fail.
 */
final class UploadWorld {
  /** How a client asks for a body. */
  enum Kind {
    /** The source may write at any time, and may end with trailers. */
    SHARED,
    /** The source writes only while it is asked; the connection knows the length. */
    LENT,
    /** The same, but nobody knows the length. */
    LENT_CHUNKED,
    /** The source can begin again, and is not copied. */
    REPEATABLE
  }

  static final int ROOM = 40;

  final Kind kind;
  final byte[] whole;
  final Source source = new Source();
  final Store store = new Store();
  final List<Connection> connections = new ArrayList<>();
  final List<Throwable> faults = new ArrayList<>();
  private final FaultLog log = (where, fault) -> faults.add(fault);
  final AsyncReplay<Connection, Connection> replay;
  final AsyncUpload<Connection, Connection> upload;

  /** Whether another attempt may follow if the connection breaks; only lent sources ask. */
  boolean canFollow = true;

  boolean isOver;

  UploadWorld(Kind kind, int size) {
    this.kind = kind;
    this.whole = new byte[size];
    for (int i = 0; i < size; i++) {
      whole[i] = (byte) (i + 1);
    }
    UploadSource<Connection, Connection> methods =
        new UploadSource<>(isLent() ? LENT_SOURCE : SHARED_SOURCE, source);
    this.replay = kind == Kind.REPEATABLE ? null : replay(methods);
    this.upload = new AsyncUpload<>(methods, replay);
  }

  private AsyncReplay<Connection, Connection> replay(UploadSource<Connection, Connection> methods) {
    if (!isLent()) {
      return new AsyncReplay<>(log, store, methods, Tap::new, Runnable::run);
    }
    int length = kind == Kind.LENT ? whole.length : -1;
    return new AsyncReplay<>(log, store, length, methods, Tap::new, body -> null, () -> canFollow);
  }

  boolean isLent() {
    return kind == Kind.LENT || kind == Kind.LENT_CHUNKED;
  }

  private static final UploadSink<Connection, Connection> SHARED =
      UploadSink.<Connection, Object>shared(
          Connection::write,
          Connection::end,
          Connection::endWith,
          Connection::wake,
          IllegalStateException::new);

  private static final UploadSink<Connection, Connection> LENT =
      UploadSink.lent(Connection::write, Connection::end, Connection::isComplete, Connection::wake);

  private static final UploadSource.Methods<Source, Connection, Connection> SHARED_SOURCE =
      new UploadSource.Methods<>(
          SHARED,
          (source, sink) -> source.produce(sink, sink),
          Source::reset,
          Source::available,
          source -> source.isRepeatable,
          Source::failed);

  private static final UploadSource.Methods<Source, Connection, Connection> LENT_SOURCE =
      new UploadSource.Methods<>(LENT, Source::produce, Source::reset);

  /** The attempt under way, or null. */
  Connection latest() {
    return connections.isEmpty() ? null : connections.get(connections.size() - 1);
  }

  /** Begins the next attempt, as a call does: the one before is over. */
  void next() {
    Connection before = latest();
    if (before != null) {
      before.isOver = true;
    }
    Connection connection = new Connection();
    connections.add(connection);
    if (upload.begin(connection.upload)) {
      source.reset();
    }
  }

  /** The copy: some bytes, unless it is told to fail. */
  static final class Store implements BodyStore {
    final List<byte[]> pieces = new ArrayList<>();
    int size;
    boolean isFreed;

    boolean hasFailed;

    /** At which of its calls it fails, counted down; 0 for none. */
    int fails;

    private void enter() {
      if (fails > 0 && --fails == 0) {
        hasFailed = true;
        throw new IllegalStateException("a fault");
      }
    }

    @Override
    public boolean append(byte[] piece) {
      enter();
      if (isFreed || size + piece.length > ROOM) {
        return false;
      }
      pieces.add(piece);
      size += piece.length;
      return true;
    }

    @Override
    public byte[] piece(int index) {
      enter();
      return index < pieces.size() ? pieces.get(index) : null;
    }

    @Override
    public void free() {
      isFreed = true;
      pieces.clear();
      enter();
    }
  }

  /** What the client has of one attempt. */
  class Connection {
    final Upload<Connection, Connection> upload = new Upload<>();
    final ByteArrayOutputStream got = new ByteArrayOutputStream();
    int capacity = 5;

    /** After how many more bytes the next write fails; negative if it does not. */
    int breaksAfter = -1;

    boolean isBroken;
    boolean isOver;
    boolean isEnded;
    boolean isWoken;

    /** Whether the client has decided to send it again, and has not begun to. */
    boolean isAgain;

    Object trailers;
    Runnable onWrite = () -> {};

    int write(ByteBuffer bytes) throws IOException {
      assertThat(isOver).as("written to although it was given up on").isFalse();
      if (isBroken) {
        throw new IOException("it is broken");
      }
      int room = kind == Kind.LENT ? Math.min(capacity, whole.length - got.size()) : capacity;
      int count = Math.min(room, bytes.remaining());
      if (breaksAfter >= 0 && breaksAfter < count) {
        isBroken = true; // Some of the bytes are gone, and the caller's buffer is left as it was.
        take(bytes.duplicate(), breaksAfter);
        throw new IOException("broken");
      }
      take(bytes, count);
      capacity -= count;
      breaksAfter -= breaksAfter < 0 ? 0 : count;
      Runnable then = onWrite;
      onWrite = () -> {};
      then.run();
      return count;
    }

    private void take(ByteBuffer bytes, int count) {
      for (int i = 0; i < count; i++) {
        got.write(bytes.get());
      }
    }

    boolean isComplete() {
      return kind == Kind.LENT && got.size() == whole.length;
    }

    void end() throws IOException {
      endWith(null);
    }

    void endWith(Object last) throws IOException {
      assertThat(isOver).as("ended although it was given up on").isFalse();
      if (isBroken) {
        throw new IOException("it is broken");
      }
      assertThat(got.toByteArray()).as("an end that is not the body's").isEqualTo(whole);
      assertThat(isEnded).isFalse();
      isEnded = true;
      trailers = last;
    }

    void wake() {
      isWoken = true;
    }

    /** The client asks for output, as its loop does; returns whether the attempt goes on. */
    boolean asks(int room) {
      capacity = room;
      isAgain = false;
      int before = got.size();
      boolean wasOver = isOver;
      try {
        UploadWorld.this.upload.produce(upload, this, this);
        return true;
      } catch (IOException | RuntimeException thrown) {
        if (wasOver) {
          assertThat(got.size()).isEqualTo(before);
        }
        boolean isKnown = isOver || isBroken || thrown == source.thrown || source.told != null;
        boolean isOutgrown = whole.length > ROOM && BodyFault.isIn(thrown);
        assertThat(isKnown || isOutgrown || UploadWorld.this.isOver || store.hasFailed)
            .as("refused: %s", thrown)
            .isTrue();
        isOver = true;
        return false;
      }
    }

    /** The client sends the body of this attempt once more. */
    void again() {
      got.reset();
      isAgain = true;
      isEnded = false;
      trailers = null;
    }
  }

  /** What the source writes to: an adapter's channel. */
  final class Tap extends Connection {
    private final AsyncReplay<Connection, Connection> body;

    Tap(AsyncReplay<Connection, Connection> body) {
      this.body = body;
    }

    @Override
    int write(ByteBuffer bytes) throws IOException {
      return body.write(bytes);
    }

    @Override
    boolean isComplete() {
      return body.isComplete();
    }

    @Override
    void endWith(Object last) throws IOException {
      body.end(last);
    }

    @Override
    void wake() {
      body.requestOutput();
    }
  }

  /** The application's producer. */
  final class Source {
    int position;
    int step = 3;
    boolean isRepeatable;
    boolean hasEnded;

    /** What it throws when it is asked. */
    RuntimeException thrown;

    /** What it was told: an exception of its channel. */
    Exception told;

    int resets;
    int failures;
    Connection channel;
    Runnable onProduce = () -> {};

    void produce(Connection sink, Connection control) throws IOException {
      channel = sink;
      Runnable first = onProduce;
      onProduce = () -> {};
      boolean isLate = position % 2 == 0;
      if (!isLate) {
        first.run();
      }
      if (thrown != null) {
        throw thrown;
      }
      while (position < whole.length) {
        int count = writes(sink, step);
        if (count < step) {
          break;
        }
      }
      if (isLate) {
        first.run();
      }
      ends(sink);
    }

    private int writes(Connection sink, int most) throws IOException {
      int count = Math.min(most, whole.length - position);
      ByteBuffer bytes = ByteBuffer.wrap(whole, position, count);
      try {
        int taken = sink.write(bytes);
        assertThat(bytes.position() - position).isEqualTo(taken);
        position += taken;
        return taken;
      } catch (IOException | RuntimeException e) {
        told = e;
        throw e;
      }
    }

    private void ends(Connection sink) throws IOException {
      if (position == whole.length && !hasEnded) {
        hasEnded = true;
        try {
          sink.endWith(isLent() || position % 2 == 0 ? null : "trailers");
        } catch (IOException | RuntimeException e) {
          told = e;
          throw e;
        }
      }
    }

    /** A thread of its own writes. */
    void writesAtAnyTime(int count) {
      if (channel == null || told != null || thrown != null) {
        return;
      }
      try {
        writes(channel, count);
        ends(channel);
      } catch (IOException | RuntimeException closed) {
        told = closed;
      }
    }

    int available() {
      return whole.length - position;
    }

    void reset() {
      resets++;
      if (kind != Kind.SHARED || !isOver) {
        position = 0;
        hasEnded = false;
      }
    }

    void failed(Exception cause) {
      failures++;
    }
  }

  /** What holds at any time. */
  void check() {
    for (Connection connection : connections) {
      byte[] got = connection.got.toByteArray();
      assertThat(got).isEqualTo(Arrays.copyOf(whole, got.length));
      if (connection.isEnded) {
        assertThat(got).isEqualTo(whole);
        boolean hasTrailers = !isLent() && whole.length % 2 == 1;
        assertThat(connection.trailers).isEqualTo(hasTrailers ? "trailers" : null);
      }
    }
    if (source.told != null && kind != Kind.REPEATABLE) {
      boolean isClosed = source.told instanceof ClosedChannelException;
      assertThat(upload.repeatable() && !isClosed).as("the source was told too early").isFalse();
    }
  }
}
