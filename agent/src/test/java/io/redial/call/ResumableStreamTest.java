package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.redial.Rule;
import io.redial.policy.Failure;
import io.redial.policy.FakeCall;
import io.redial.policy.Fields;
import io.redial.policy.HeaderFields;
import io.redial.policy.Resume;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Next;
import io.redial.policy.stream.StreamPlans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiConsumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.lifecycle.BeforeTry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rule 1.4: a fault in a plan costs no byte of the application's own response, and adds none. */
final class ResumableStreamTest {
  private static final String EVENTS = events();
  private static final String PLACE = "http://host/";
  private static final int LENGTH = EVENTS.length();

  private final IOException cutOff = new IOException("cut");
  private World world;
  private Server server;
  private Call application;

  /** Whether the first byte of each response has been read already (rule 10.6). */
  private boolean commitsAtFirstByte;

  @BeforeEach
  @BeforeTry
  void begin() {
    world = new World(Scenario.with("budget=off,backoff=none,jitter=none"));
    server = new Server();
    application = world.engine.begin(world, world.client, true);
    application.beginAttempt();
    application.afterResponse(1, 200, name -> List.of(), false);
  }

  private static String events() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      text.append("id: ").append(i).append("\ndata: ").append(".".repeat(i * 3)).append("\n\n");
    }
    return text.toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static StreamPlan eventStream() {
    Fields head = new Fields().add("Content-Type", "text/event-stream");
    return StreamPlans.of(EnumSet.of(Resume.SSE), new FakeCall("GET"), 200, head, -1, Clock.SYSTEM);
  }

  private static StreamPlan range() {
    Fields head = new Fields().add("ETag", "\"v1\"").add("Content-Length", LENGTH + "");
    StreamPlan plan =
        StreamPlans.of(
            EnumSet.of(Resume.RANGE), new FakeCall("GET"), 200, head, LENGTH, Clock.SYSTEM);
    plan.comesFrom(PLACE);
    return plan;
  }

  private static StreamPlan watch(String query) {
    Fields head = new Fields().add("Content-Type", "application/json");
    FakeCall watch = new FakeCall("GET");
    watch.query = query;
    return StreamPlans.of(EnumSet.of(Resume.WATCH), watch, 200, head, -1, Clock.SYSTEM);
  }

  /** Breaks at one of its entries, before it does its work or after it, once or from then on. */
  private static final class Breaking extends StreamPlan {
    private final StreamPlan plan;
    private final boolean afterWork;
    private final boolean once;
    private int entriesLeft;
    private boolean isBroken;

    Breaking(StreamPlan plan, int entriesLeft, boolean afterWork, boolean once) {
      this.plan = plan;
      this.entriesLeft = entriesLeft;
      this.afterWork = afterWork;
      this.once = once;
    }

    private void enter(boolean worked) {
      if (worked == afterWork && --entriesLeft < 0 && !(once && isBroken)) {
        isBroken = true;
        throw new IllegalStateException("broken on purpose");
      }
    }

    private <T> T left(T answer) {
      enter(true);
      return answer;
    }

    @Override
    public boolean filters() {
      return plan.filters(); // Asked before anything is read, as the next one.
    }

    @Override
    public boolean isVerbatim() {
      return plan.isVerbatim();
    }

    @Override
    public ByteBuffer take(ByteBuffer bytes) {
      enter(false);
      return left(plan.take(bytes));
    }

    @Override
    public void passed(long count) {
      enter(false);
      plan.passed(count);
      enter(true);
    }

    @Override
    public Next next() {
      enter(false);
      return left(plan.next());
    }

    @Override
    protected boolean afterEnd() {
      enter(false);
      return left(plan.resumesAfterEnd());
    }

    @Override
    protected boolean afterCut() {
      enter(false);
      return left(plan.resumesAfterCut());
    }

    @Override
    public ByteBuffer remainder() {
      enter(false);
      return left(plan.remainder());
    }

    @Override
    public boolean endsInOrder() {
      enter(false);
      return left(plan.endsInOrder());
    }

    @Override
    public String target(String target) {
      enter(false);
      return left(plan.target(target));
    }

    @Override
    public void ask(BiConsumer<String, String> header) {
      enter(false);
      plan.ask(header);
      enter(true);
    }

    @Override
    public void sent() {
      enter(false);
      plan.sent();
      enter(true);
    }

    @Override
    public boolean comesFrom(String uri) {
      enter(false);
      return left(plan.comesFrom(uri));
    }

    @Override
    public StreamPlan.ResumeVerdict judge(int status, HeaderFields headers, long length) {
      enter(false);
      return left(plan.judge(status, headers, length));
    }

    @Override
    public boolean resumesWithHead() {
      enter(false);
      return left(plan.resumesWithHead());
    }

    @Override
    public long leastWaitNanos() {
      enter(false);
      return left(plan.leastWaitNanos());
    }

    @Override
    public boolean hasProgressed() {
      enter(false);
      return left(plan.hasProgressed());
    }
  }

  /** The client's own stream, whose bytes come in pieces, and may break off. */
  private static final class Pieces extends InputStream {
    private final byte[] bytes;
    private final List<Integer> pieces;
    private final IOException end;
    private int at;
    private int reads;

    Pieces(byte[] bytes, List<Integer> pieces, IOException end) {
      this.bytes = bytes;
      this.pieces = pieces;
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (at == bytes.length) {
        if (end != null) {
          throw end;
        }
        return -1;
      }
      int piece = pieces.get(reads++ % pieces.size());
      int count = Math.min(Math.min(length, piece), bytes.length - at);
      System.arraycopy(bytes, at, into, offset, count);
      at += count;
      return count;
    }

    @Override
    public int available() {
      return bytes.length - at;
    }
  }

  /** A client whose server has the rest of the body, and perhaps sends more than that. */
  private final class Server implements ResumeRequests<Pieces>, PulledBody<Pieces> {
    private String asked = "";
    private String excess = "";
    private Fields head = new Fields();
    private int dropped;

    /** Whether the rest was read. */
    private boolean isMixed;

    @Override
    public BlockingCall<Pieces> rest(StreamPlan plan) {
      plan.target("/");
      plan.ask((name, value) -> asked = name.matches("Range|Last-Event-ID") ? value : asked);
      return new Rest();
    }

    @Override
    public boolean isStopped() {
      return false;
    }

    @Override
    public String uri(Pieces response, Attempt attempt) {
      return PLACE;
    }

    @Override
    public PulledBody<Pieces> bodies() {
      return this;
    }

    @Override
    public void dropFirst() {
      dropped++;
    }

    @Override
    public int status(Pieces response) {
      return asked.startsWith("bytes=") ? 206 : 200;
    }

    @Override
    public HeaderFields headers(Pieces response) {
      return head;
    }

    @Override
    public long length(Pieces response) {
      return asked.startsWith("bytes=") ? StreamPlan.AS_SENT : -1;
    }

    @Override
    public PulledBody.Source source(Pieces response) {
      return () -> {
        isMixed = true;
        return commitsAtFirstByte ? begun(response) : response;
      };
    }

    @Override
    public Pieces with(Pieces response, PulledStream body, Attempt attempt) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void disconnect(Pieces response, Attempt attempt) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void drop(Pieces response, Attempt attempt) {
      dropped++;
    }

    @Override
    public void abandon(Pieces response, Attempt attempt) {
      throw new UnsupportedOperationException();
    }

    private String answer() {
      if (asked.startsWith("bytes=")) {
        int from = Integer.parseInt(asked.substring(6, asked.length() - 1));
        head =
            new Fields()
                .add("ETag", "\"v1\"")
                .add("Content-Range", "bytes " + from + "-" + (LENGTH - 1) + "/" + LENGTH);
        return EVENTS.substring(from);
      }
      head = new Fields().add("Content-Type", "text/event-stream");
      int next = EVENTS.indexOf("id: " + (Integer.parseInt(asked) + 1) + "\n");
      return next < 0 ? "" : EVENTS.substring(next);
    }

    private final class Rest implements BlockingCall<Pieces> {

      @Override
      public OutgoingRequest request() {
        return world;
      }

      @Override
      public Pieces send(Attempt attempt) {
        attempt.markMade();
        Pieces response = new Pieces(bytes(answer() + excess), List.of(100), null);
        attempt.returned(response);
        attempt.head(status(response), head, false);
        return response;
      }

      @Override
      public Failure classify(Attempt attempt, Throwable thrown) {
        return Failure.CONNECTION_ERROR;
      }

      @Override
      public Pieces restore(Attempt attempt, Pieces givenUp) {
        throw new UnsupportedOperationException();
      }

      @Override
      public Throwable interrupted(InterruptedException e) {
        return new InterruptedIOException();
      }
    }
  }

  private PrefetchedStream begun(Pieces source) {
    PrefetchedStream begun = new PrefetchedStream(() -> source, () -> {});
    begun.begin(application);
    return begun;
  }

  private InputStream stream(StreamPlan plan, Pieces source) {
    InputStream first = commitsAtFirstByte ? begun(source) : source;
    InputStream body = new ResumableStream<>(application, plan, server, first);
    application.finish();
    return body;
  }

  /** Reads to the end, and returns what the body has ended with; null for an orderly end. */
  private static IOException read(InputStream body, int size, ByteArrayOutputStream got) {
    byte[] buffer = new byte[size];
    try {
      for (; ; ) {
        int there = got.size() % 2 == 0 ? body.available() : 0;
        int count = body.read(buffer);
        if (count < 0) {
          return null;
        }
        assertThat(count).isBetween(Math.min(there, 1), size);
        got.write(buffer, 0, count);
      }
    } catch (IOException end) {
      return end;
    }
  }

  @Property
  @Rule({"1.4", "10.5", "10.6"})
  void aBodyThatIsNotCutIsWholeWhereverItsPlanBreaks(
      @ForAll boolean isRange,
      @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 1, max = 30) Integer> pieces,
      @ForAll @IntRange(min = 1, max = 40) int size,
      @ForAll @IntRange(max = 90) int entry,
      @ForAll boolean afterWork,
      @ForAll boolean once,
      @ForAll boolean isBegun) {
    commitsAtFirstByte = isBegun;
    StreamPlan plan = new Breaking(isRange ? range() : eventStream(), entry, afterWork, once);
    ByteArrayOutputStream got = new ByteArrayOutputStream();

    IOException end = read(stream(plan, new Pieces(bytes(EVENTS), pieces, null)), size, got);

    assertThat(end).isNull();
    assertThat(got.toString(StandardCharsets.UTF_8)).isEqualTo(EVENTS);
    assertThat(server.dropped).isZero();
  }

  @Property
  @Rule({"1.4", "10.5", "10.6"})
  void aBodyThatIsCutHasATrueBeginningWhereverItsPlanBreaks(
      @ForAll boolean isRange,
      @ForAll @IntRange(max = 300) int cut,
      @ForAll @IntRange(min = 1, max = 400) int piece,
      @ForAll @IntRange(min = 1, max = 400) int size,
      @ForAll @IntRange(max = 30) int entry,
      @ForAll boolean afterWork,
      @ForAll boolean once,
      @ForAll boolean hasExcess,
      @ForAll boolean isBegun) {
    commitsAtFirstByte = isBegun;
    Breaking plan = new Breaking(isRange ? range() : eventStream(), entry, afterWork, once);
    ByteArrayOutputStream got = new ByteArrayOutputStream();
    server.excess = isRange && hasExcess ? "and more" : "";
    int first = Math.min(cut, LENGTH);
    Pieces source = new Pieces(bytes(EVENTS.substring(0, first)), List.of(piece), cutOff);

    IOException end = read(stream(plan, source), size, got);

    assertThat(EVENTS).startsWith(got.toString(StandardCharsets.UTF_8));
    if (end == null) {
      assertThat(got.size()).isEqualTo(LENGTH);
    } else {
      assertThat(end).isSameAs(cutOff);
    }
    if (!server.isMixed) {
      assertThat(got.size()).isEqualTo(first);
    }
    if (!plan.isBroken) {
      assertThat(server.isMixed).isEqualTo(isRange || EVENTS.indexOf("\n\n") + 1 < first);
    }
  }

  @Test
  @Rule("1.4")
  void theFaultIsToldOnce() {
    StreamPlan plan = new Breaking(eventStream(), 0, false, false);

    read(
        stream(plan, new Pieces(bytes(EVENTS), List.of(10), null)),
        20,
        new ByteArrayOutputStream());

    assertThat(world.faults).singleElement().asString().contains("body");
  }

  /** A line in small pieces takes time in proportion to its length. */
  @Test
  @Rule({"1.4", "10.4"})
  void aLongLineInSmallPiecesIsCopiedOnce() throws IOException {
    long small = Long.MAX_VALUE;
    long large = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) { // The shortest time of several is that of the work alone.
      small = Math.min(small, nanosForALineOf(100_000));
      large = Math.min(large, nanosForALineOf(900_000));
    }

    assertThat((double) large / small).isLessThan(25); // It was above 50 when it was a square.
  }

  private long nanosForALineOf(int length) throws IOException {
    byte[] line = new byte[length];
    Arrays.fill(line, (byte) ' ');
    line[0] = '{';
    InputStream body =
        stream(
            watch("watch=true&resourceVersion=1&allowWatchBookmarks=true"),
            new Pieces(line, List.of(64), null));
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    assertThat(body.read()).isEqualTo('{');
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
  }

  @Test
  @Rule("1.4")
  void whatHasNeverBrokenOffAndCannotBeHadEndsWithAnError() {
    StreamPlan hiding = watch("watch=true&resourceVersion=1");
    InputStream body =
        stream(new Breaking(hiding, 0, false, false), new Pieces(bytes(EVENTS), List.of(10), null));

    assertThat(hiding.filters()).isTrue();
    assertThatThrownBy(body::read).hasMessage("the rest of the response could not be read");
    assertThatThrownBy(body::read).hasMessage("the rest of the response could not be read");
    assertThat(server.dropped).isEqualTo(1);
  }

  @Test
  @Rule("10.6")
  void aBodyThatCouldNotBeOpenedIsDroppedWhenItIsClosed() throws IOException {
    PulledBody.Source refused =
        () -> {
          throw cutOff;
        };
    PrefetchedStream begun = new PrefetchedStream(refused, () -> {});
    begun.begin(application);
    InputStream body = new ResumableStream<>(application, range(), server, begun);

    assertThat(body.available()).isZero();
    assertThat(body.read(new byte[0])).isZero();
    body.close();

    assertThat(server.dropped).isEqualTo(1);
    assertThatThrownBy(body::read).isSameAs(cutOff);
    assertThatThrownBy(body::read).isSameAs(cutOff);
    assertThat(world.faults).isEmpty();
  }
}
