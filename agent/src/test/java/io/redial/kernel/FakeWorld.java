package io.redial.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A body, the client that pushes it in one of three units, the application's consumer, and what
 * resumes it. Methods of what is Redial's may be told to fail.
 */
final class FakeWorld {
  /** How the bytes are treated. */
  enum Kind {
    VERBATIM,
    /** Lines are given whole, and resumed at their beginning. */
    LINES,
    /** Some lines are left out. */
    FILTERED
  }

  /** How the response begins. */
  enum Start {
    OFFERED,
    HELD,
    HELD_AND_REPLACED,
    DRAINED,
    DRAINED_OR_PROMOTED
  }

  static final int SIZE = 60;
  static final int LINE = 5;
  static final int DRAIN = 12;
  private static final int WINDOW = 8;

  /** What the client really lets through before it is asked for more, if it counts bytes. */
  private final int window;

  final Kind kind;
  final Start start;
  final Demand.Unit unit;

  /** Whether the consumer reads by itself what it is offered; only of a switch. */
  final boolean reads;

  final PushedBody<Consumer, Connection, String> body;
  final List<Throwable> faults = new ArrayList<>();
  final Consumer consumer = new Consumer();

  /** Which entry of Redial's own methods fails; 0 for none. */
  int fails;

  private final AtomicInteger entries = new AtomicInteger();
  Lines resumer;
  ResponseSignals<Connection> signals;
  Connection connection;
  Request requested;
  boolean isReturned;
  int unread;
  boolean isResumed;
  int cuts;

  FakeWorld(Kind kind, Start start, Demand.Unit unit) {
    this(kind, start, unit, WINDOW, false);
  }

  FakeWorld(Kind kind, Start start, Demand.Unit unit, int window, boolean reads) {
    this.window = window;
    this.kind = kind;
    this.start = reads && start == Start.HELD_AND_REPLACED ? Start.HELD : start;
    this.unit = unit;
    this.reads = reads && unit == Demand.Unit.SWITCH;
    long known = unit == Demand.Unit.BYTES ? WINDOW : 0;
    FaultLog log = (where, fault) -> faults.add(fault);
    this.body =
        this.reads
            ? new PushedBody<>(log, READING, Connection::new, "context", new Listener())
            : new PushedBody<>(log, EXITS, unit, known, Connection::new);
  }

  private static final Exits<Consumer, Connection, String> READING =
      new Exits<>(
          Consumer::show,
          Consumer::offer,
          content -> content,
          Consumer::complete,
          Consumer::isDone,
          connection -> connection.request(1),
          Connection::pause,
          Connection::drop);

  private static final Exits<Consumer, Connection, String> EXITS =
      new Exits<>(
          Consumer::begin,
          Consumer::take,
          Consumer::end,
          Consumer::fail,
          Consumer::release,
          Consumer::result,
          Connection::request,
          Connection::pause,
          Connection::drop);

  void begin() {
    if (start == Start.OFFERED) {
      resumer = new Lines();
      signals = body.offer(consumer, resumer);
    } else if (start == Start.HELD || start == Start.HELD_AND_REPLACED) {
      boolean replaces = start == Start.HELD_AND_REPLACED;
      boolean isThere = unit == Demand.Unit.BYTES;
      Handler<String, Consumer> handler =
          isThere ? Handler.to(consumer, Consumer::head, "", "", "") : head -> consumer.made();
      signals =
          reads
              ? body.hold(new Decisions(), consumer, "head")
              : body.hold(replaces, new Decisions(), handler, "head");
    } else {
      boolean promotes = start == Start.DRAINED_OR_PROMOTED;
      Handler<String, Consumer> handler = promotes ? head -> consumer.made() : null;
      signals = body.drain(DRAIN, -1, new Decisions(), handler, "head");
    }
    connection = new Connection(0);
  }

  private void enter() {
    if (entries.incrementAndGet() == fails) {
      throw new IllegalStateException("a fault");
    }
  }

  /** Bytes in the order of their values; every fifth ends a line. */
  static byte[] whole() {
    byte[] whole = new byte[SIZE];
    for (int i = 0; i < SIZE; i++) {
      whole[i] = (byte) i;
    }
    return whole;
  }

  /** What the consumer gets of the first bytes. */
  byte[] seen(int count) {
    ByteArrayOutputStream seen = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      if (kind != Kind.FILTERED || resumer == null || isSeen(i)) {
        seen.write(i);
      }
    }
    return seen.toByteArray();
  }

  private static boolean isSeen(int index) {
    return index / LINE % 3 != 1;
  }

  /** The client's connection, or the consumer's handle on the body. */
  final class Connection {
    private final PushedBody<?, ?, ?> paced;
    int position;
    private long credit;
    volatile boolean isConnected;
    volatile boolean isDropped;
    boolean isOver;

    /** What the consumer has thrown when it was offered something. */
    Throwable thrown;

    Connection(int from) {
      this.paced = null;
      this.position = from;
      this.credit = unit == Demand.Unit.BYTES ? window : reads ? Long.MAX_VALUE : 0;
      this.isConnected = unit == Demand.Unit.BYTES;
    }

    Connection(PushedBody<?, ?, ?> paced) {
      this.paced = paced;
    }

    void request(long units) {
      if (paced != null) {
        paced.request(units);
        return;
      }
      assertThat(units).isPositive();
      synchronized (this) {
        boolean isAll = unit == Demand.Unit.SWITCH || credit + units < credit;
        credit = isAll ? Long.MAX_VALUE : credit + units;
      }
    }

    synchronized void pause() {
      assertThat(unit).isEqualTo(Demand.Unit.SWITCH);
      credit = 0;
    }

    synchronized boolean isPaused() {
      return credit == 0;
    }

    boolean isCounted() {
      return unit == Demand.Unit.BYTES;
    }

    private synchronized long credit() {
      return credit;
    }

    void drop() {
      isDropped = true;
    }

    /** Tells what paces it: once, or whenever half of a window is used up. */
    void connect() {
      boolean isDue = unit == Demand.Unit.BYTES && credit() <= 0;
      if (!isConnected || (isDue && !isDropped && !isOver)) {
        isConnected = true;
        tell(() -> signals.begins(this));
      }
    }

    /** Sends some bytes if any were asked for, perhaps a few more. */
    void send(int most) {
      if (!isConnected || isDropped || isOver || credit() <= 0 || position == SIZE) {
        return;
      }
      int count = Math.min(most, SIZE - position);
      if (reads) {
        offer(position + count);
        return;
      }
      synchronized (this) {
        if (credit != Long.MAX_VALUE) {
          credit -= unit == Demand.Unit.ITEMS ? 1 : count;
        }
      }
      byte[] bytes = new byte[count];
      System.arraycopy(whole(), position, bytes, 0, count);
      position += count;
      tell(() -> signals.bytes(new ArrayList<>(List.of(ByteBuffer.wrap(bytes)))));
    }

    /** A client that counts bytes is told by its consumer what that throws. */
    private void tell(Runnable signal) {
      try {
        signal.run();
      } catch (IllegalArgumentException thrown) {
        assertThat(unit).isEqualTo(Demand.Unit.BYTES);
        isOver = true;
        signals.failed(thrown);
      }
    }

    private int read(ByteBuffer into, int end) {
      int count = Math.min(into.remaining(), end - position);
      into.put(whole(), position, count);
      position += count;
      return position == SIZE && count == 0 ? -1 : count;
    }

    private void offer(int end) {
      try {
        signals.offers(into -> read(into, end), () -> position == SIZE);
      } catch (IOException | RuntimeException thrown) {
        assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
        this.thrown = thrown;
        isOver = true;
        signals.failed(thrown);
      }
    }

    /** Ends in order once everything was sent, and breaks off before. */
    void finish(boolean releasesFirst) {
      if (isConnected && !isDropped && !isOver) {
        isOver = true;
        if (releasesFirst) {
          consumer.mayBeReleased = true;
          signals.released();
        }
        if (position == SIZE) {
          tell(() -> signals.end("trailers"));
        } else {
          cuts++;
          tell(() -> signals.failed(new IOException("cut")));
        }
      }
    }
  }

  private final class Listener implements BodyListener {
    @Override
    public void unread() {
      unread++;
      enter();
    }

    @Override
    public void ended(Throwable cause) {
      enter();
      endedAfterFault(cause);
    }

    @Override
    public void endedAfterFault(Throwable cause) {
      assertThat(consumer.isCompleted).isEqualTo(cause == null);
      consumer.isOver = true;
      consumer.failure = cause;
    }
  }

  /** The application's. */
  static final class Consumer {
    final ByteArrayOutputStream got = new ByteArrayOutputStream();
    private final CompletableFuture<String> result = new CompletableFuture<>();
    Object trailers;
    int releases;
    boolean mayBeReleased;
    boolean isMade;
    volatile Connection handle;
    volatile boolean isOver;
    boolean isCancelled;
    Throwable failure;
    int pieces;
    long allowed;

    /** What it does when it gets a piece. */
    Runnable onPiece = () -> {};

    /** What it does when it gets its response. */
    Runnable onHead = () -> {};

    /** How much it grants whenever it is asked; 0 if it grants by itself. */
    int grants;

    private boolean isBusy;

    /** The thread that asks for more where bytes are counted: it gets none meanwhile. */
    private volatile Thread granting;

    void head(String response, String entity, String context, String result) {
      made();
    }

    // If it reads by itself.
    int readsAtMost = 5;

    /** Whether it reads on until all has come. */
    boolean isSpinning;

    boolean isCompleted;

    void show(String head) {
      assertThat(isMade).isFalse();
      isMade = true;
    }

    void offer(OfferedContent content, Connection with) throws IOException {
      assertThat(isBusy || isOver || isCompleted).isFalse();
      handle = with;
      isBusy = true;
      try {
        do {
          ByteBuffer bytes = ByteBuffer.allocate(readsAtMost);
          if (content.read(bytes) > 0) {
            pieces++;
            got.write(bytes.array(), 0, bytes.position());
            onPiece.run();
          }
        } while (isSpinning && !content.isCompleted());
      } finally {
        isBusy = false;
      }
    }

    void complete(String context) {
      assertThat(context).isEqualTo("context");
      assertThat(isBusy || isOver || isCompleted).isFalse();
      isCompleted = true;
    }

    boolean isDone() {
      return isCompleted;
    }

    Consumer made() {
      isMade = true;
      onHead.run();
      return this;
    }

    void begin(Connection with) {
      assertThat(handle == null || handle == with).isTrue();
      handle = with;
      if (grants > 0) {
        request(grants);
      }
    }

    void take(List<ByteBuffer> piece) {
      assertThat(isBusy || isOver || Thread.currentThread() == granting).isFalse();
      isBusy = true;
      pieces++;
      for (ByteBuffer bytes : piece) {
        while (bytes.hasRemaining()) {
          got.write(bytes.get());
        }
      }
      try {
        onPiece.run();
      } finally {
        isBusy = false;
      }
    }

    void end(Object last) {
      assertThat(isBusy || isOver).isFalse();
      isOver = true;
      trailers = last;
      result.complete("read");
    }

    void fail(Throwable thrown) {
      assertThat(isBusy || isOver).isFalse();
      isOver = true;
      failure = thrown;
      result.completeExceptionally(thrown);
    }

    void release() {
      assertThat(isOver || mayBeReleased).isTrue();
      mayBeReleased = true;
      releases++;
    }

    CompletionStage<String> result() {
      return result;
    }

    void request(long units) {
      if (handle != null && !isOver && units > 0) {
        allowed += units;
        boolean isCounted = handle.isCounted();
        granting = isCounted ? Thread.currentThread() : null;
        handle.request(units);
        granting = null;
      }
    }
  }

  private final class Decisions implements BodyDecisions<Consumer> {
    @Override
    public boolean endsAttempt(Throwable cut) {
      enter();
      return true;
    }

    @Override
    public void asking() {
      enter();
    }

    @Override
    public Resumer offered(Consumer made) {
      enter();
      resumer = start == Start.DRAINED_OR_PROMOTED ? null : new Lines();
      return resumer;
    }

    @Override
    public void pass(Runnable result) {
      enter();
      result.run();
    }
  }

  /** A plan. */
  final class Lines implements Resumer {
    int position;
    int given;
    private final ByteArrayOutputStream half = new ByteArrayOutputStream();

    @Override
    public boolean isVerbatim() {
      return kind == Kind.VERBATIM;
    }

    @Override
    public boolean filters() {
      return kind == Kind.FILTERED;
    }

    @Override
    public boolean isWhole() {
      enter();
      return kind == Kind.VERBATIM && position == SIZE;
    }

    @Override
    public List<ByteBuffer> take(List<ByteBuffer> piece) {
      enter();
      List<ByteBuffer> through = new ArrayList<>();
      for (ByteBuffer bytes : piece) {
        if (kind == Kind.VERBATIM) {
          position += bytes.remaining();
          given = position;
          through.add(bytes);
          continue;
        }
        while (bytes.hasRemaining()) {
          half.write(bytes.get());
          if (++position % LINE == 0) {
            if (kind == Kind.LINES || isSeen(position - 1)) {
              through.add(ByteBuffer.wrap(half.toByteArray()));
            }
            half.reset();
            given = position;
          }
        }
      }
      return through;
    }

    @Override
    public Next next() {
      enter();
      return Next.READ;
    }

    @Override
    public boolean resumes(Throwable cut, Throwable latest, boolean wanted) {
      enter();
      if (cut == null || !wanted || cuts > 3) {
        return false;
      }
      requested = new Request();
      return true;
    }

    @Override
    public List<ByteBuffer> remainder() {
      enter();
      byte[] rest = half.toByteArray();
      half.reset();
      boolean isGiven = rest.length > 0 && (kind == Kind.LINES || isSeen(position - 1));
      return isGiven ? List.of(ByteBuffer.wrap(rest)) : List.of();
    }

    @Override
    public Throwable endOf(Throwable latest, boolean resumed) {
      enter();
      return position == SIZE ? null : latest;
    }

    @Override
    public void abandon() {
      requested = null;
    }
  }

  /** A request for the rest. */
  final class Request implements ResponseSignals.Rest {
    boolean isSent;

    /** Sends it; the client answers at once. */
    void answer(boolean withHead) {
      isSent = true;
      isResumed = true;
      enter();
      resumer.half.reset();
      resumer.position = resumer.given;
      signals = body.from(this);
      connection = new Connection(resumer.given);
      connection.connect();
      signals.opens(withHead);
    }

    @Override
    public boolean continuesWithHead() {
      enter();
      return false;
    }

    @Override
    public void continues() {
      enter();
      requested = null;
    }

    @Override
    public void ended(Throwable cut) {
      enter();
      if (cuts > 3) {
        requested = null;
        body.giveUp();
      } else {
        requested = new Request();
      }
    }

    @Override
    public void responded(Object response, Throwable thrown) {
      enter();
    }
  }
}
