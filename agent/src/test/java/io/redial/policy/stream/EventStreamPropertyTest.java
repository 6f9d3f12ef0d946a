package io.redial.policy.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.FakeCall;
import io.redial.policy.stream.StreamPlan.Next;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Rules 10.3 and 10.5, with servers that are cut anywhere. */
class EventStreamPropertyTest {

  /** One event as a server sends it; without an id if that is null. */
  record Sent(String id, String text) {}

  /** What a reader understands of one. */
  record Read(String id, String type, String data) {}

  /** Whether a server sends what follows {@code Last-Event-ID}, or everything again. */
  enum Server {
    HONOURS,
    IGNORES
  }

  /** Every cut of a stream leads to the same events, once each and in order. */
  @Property
  @Rule({"10.3", "10.5"})
  void nothingIsMissingAndNothingComesTwice(
      @ForAll("identified") List<Sent> stream,
      @ForAll @Size(max = 12) List<@IntRange(max = 150) Integer> cuts,
      @ForAll @IntRange(min = 1, max = 40) int buffer) {
    EventSource source = serve(stream, Server.HONOURS, cuts, buffer);

    List<Read> all = read(bytes(stream));
    List<Read> got = read(source.delivered());
    assertThat(source.plan.next()).isEqualTo(Next.READ);
    if (source.plan.endsInOrder()) {
      assertThat(got).isEqualTo(all);
    } else {
      // Cut before the first id.
      byte[] delivered = source.delivered();
      assertThat(delivered).isEqualTo(Arrays.copyOf(bytes(stream), delivered.length));
      assertThat(source.lastId()).isNull();
    }
  }

  @Property(tries = 200)
  @Rule({"10.3", "10.5"})
  void aCutAtAnyByteIsNotSeen(
      @ForAll("identified") List<Sent> stream, @ForAll @IntRange(min = 1, max = 40) int buffer) {
    List<Sent> begun = new ArrayList<>(List.of(new Sent("0", "id: 0\n\n")));
    begun.addAll(stream);
    byte[] all = bytes(begun);
    for (int cut = "id: 0\n\n".length(); cut < all.length; cut++) {
      EventSource source = serve(begun, Server.HONOURS, List.of(cut), buffer);

      assertThat(source.plan.endsInOrder()).isTrue();
      assertThat(read(source.delivered())).isEqualTo(read(all));
    }
  }

  /** Whatever a server makes of ids: what was delivered never comes again. */
  @Property
  @Rule({"10.3", "10.5"})
  void nothingComesTwiceFromAnyServer(
      @ForAll("mixed") List<Sent> stream,
      @ForAll Server server,
      @ForAll @Size(max = 6) List<@IntRange(max = 250) Integer> cuts,
      @ForAll @IntRange(min = 1, max = 40) int buffer) {
    EventSource source = serve(stream, server, cuts, buffer);

    List<Read> all = read(bytes(stream));
    List<Read> got = read(source.delivered());
    assertThat(got.size()).isLessThanOrEqualTo(all.size());
    assertThat(got).isEqualTo(all.subList(0, got.size()));
    if (source.plan.endsInOrder()) {
      assertThat(got).isEqualTo(all);
    }
  }

  @Property
  @Rule("10.3")
  void theSizeOfBuffersDoesNotMatter(
      @ForAll("noise") byte[] before,
      @ForAll("noise") byte[] after,
      @ForAll @IntRange(min = 1, max = 20) int buffer,
      @ForAll boolean resumed) {
    EventSource whole = EventSource.open();
    EventSource inPieces = EventSource.open();
    bring(whole, before, before.length + 1);
    bring(inPieces, before, buffer);
    assertThat(inPieces.lastId()).isEqualTo(whole.lastId());
    if (resumed && whole.lastId() != null) {
      whole.resume();
      inPieces.resume();
      bring(whole, after, after.length + 1);
      bring(inPieces, after, buffer);
    }

    assertThat(inPieces.delivered()).isEqualTo(whole.delivered());
    assertThat(inPieces.lastId()).isEqualTo(whole.lastId());
    assertThat(inPieces.plan.next()).isEqualTo(whole.plan.next());
    assertThat(inPieces.plan.leastWaitNanos()).isEqualTo(whole.plan.leastWaitNanos());
    assertThat(inPieces.plan.hasProgressed()).isEqualTo(whole.plan.hasProgressed());
    assertThat(inPieces.remainder()).isEqualTo(whole.remainder());
  }

  /** Clients bring read-only and direct buffers, and parts of larger ones. */
  @Property
  @Rule({"10.3", "10.4"})
  void theKindOfBufferDoesNotMatter(@ForAll("noise") byte[] bytes) {
    byte[] larger = Arrays.copyOfRange(bytes, 0, bytes.length + 7);
    System.arraycopy(bytes, 0, larger, 5, bytes.length);
    ByteBuffer part = ByteBuffer.wrap(larger, 3, bytes.length + 2).slice();
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length);
    direct.put(bytes).flip();
    for (ByteBuffer buffer :
        List.of(part.position(2), part.duplicate().asReadOnlyBuffer().position(2), direct)) {
      assertThat(events(buffer.duplicate())).isEqualTo(events(ByteBuffer.wrap(bytes)));
      assertThat(lines(buffer)).isEqualTo(lines(ByteBuffer.wrap(bytes)));
    }
  }

  private static byte[] events(ByteBuffer buffer) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    EventStream plan = EventStream.of(new FakeCall("GET"), 200, EventSource.events(), -1);
    write(plan.take(buffer), out);
    assertThat(buffer.hasRemaining()).isFalse();
    out.write('|');
    write(plan.remainder(), out);
    return out.toByteArray();
  }

  private static List<String> lines(ByteBuffer buffer) {
    List<String> lines = new ArrayList<>();
    while (buffer.hasRemaining()) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      write(WatchLine.part(buffer), line);
      lines.add(line.toString(StandardCharsets.ISO_8859_1));
    }
    return lines;
  }

  private static void write(ByteBuffer buffer, ByteArrayOutputStream out) {
    while (buffer.hasRemaining()) {
      out.write(buffer.get());
    }
  }

  /** No input throws, and what was taken is delivered as it came unless another source follows. */
  @Property
  @Rule({"1.4", "10.5"})
  void anyBytesPassUntouched(
      @ForAll("noise") byte[] bytes, @ForAll @IntRange(min = 1, max = 20) int buffer) {
    EventSource source = EventSource.open();
    bring(source, bytes, buffer);
    source.remainder();

    assertThat(source.delivered()).isEqualTo(bytes);
  }

  @Property
  @Rule("1.4")
  void nothingThrowsOverAnyNumberOfSources(
      @ForAll @Size(max = 8) List<@From("noise") byte[]> sources,
      @ForAll @IntRange(min = 1, max = 20) int buffer) {
    EventSource source = EventSource.open();
    for (byte[] bytes : sources) {
      bring(source, bytes, buffer);
      String id = source.lastId();
      if (id != null) {
        assertThat(id).matches("[!-~]([ -~]*[!-~])?");
        source.resume();
      }
      assertThat(source.plan.leastWaitNanos()).isNotNegative();
    }
    source.plan.resumesAfterEnd();
    source.remainder();
  }

  /** Serves a stream whose connections break after so many bytes each, the last one excepted. */
  private static EventSource serve(
      List<Sent> stream, Server server, List<Integer> cuts, int buffer) {
    EventSource source = EventSource.open();
    byte[] bytes = bytes(stream);
    for (int cut : cuts) {
      if (cut < bytes.length) {
        bring(source, Arrays.copyOf(bytes, cut), buffer);
        String id = source.lastId();
        if (source.plan.next() == Next.ABANDON || id == null) {
          source.remainder();
          return source;
        }
        source.resume();
        bytes = bytes(server == Server.HONOURS ? after(id, stream) : stream);
      }
    }
    bring(source, bytes, buffer);
    if (source.plan.next() == Next.READ) {
      assertThat(source.plan.resumesAfterEnd()).isFalse();
    }
    source.remainder();
    return source;
  }

  private static List<Sent> after(String id, List<Sent> stream) {
    for (int i = 0; i < stream.size(); i++) {
      if (id.equals(stream.get(i).id())) {
        return stream.subList(i + 1, stream.size());
      }
    }
    throw new AssertionError("no such id: " + id);
  }

  private static void bring(EventSource source, byte[] bytes, int buffer) {
    for (int i = 0; i < bytes.length && source.plan.next() == Next.READ; i += buffer) {
      source.take(Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + buffer)));
    }
  }

  private static byte[] bytes(List<Sent> stream) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    stream.forEach(event -> bytes.writeBytes(event.text().getBytes(StandardCharsets.UTF_8)));
    return bytes.toByteArray();
  }

  /** As a witness: the events of a whole body, by lines. */
  private static List<Read> read(byte[] bytes) {
    String text = EventSource.text(bytes);
    String body = text.startsWith("\ufeff") ? text.substring(1) : text;
    List<String> lines = new ArrayList<>(Arrays.asList(body.split("\r\n|\r|\n", -1)));
    lines.remove(lines.size() - 1); // It has no end.
    List<Read> events = new ArrayList<>();
    String lastId = "";
    String type = "";
    StringBuilder data = new StringBuilder();
    for (String line : lines) {
      if (line.isEmpty()) {
        if (data.length() > 0) {
          events.add(new Read(lastId, type, data.toString()));
        }
        type = "";
        data.setLength(0);
        continue;
      }
      String[] parts = line.split(": ?", 2);
      String value = parts.length == 2 ? parts[1] : "";
      switch (parts[0]) {
        case "id" -> lastId = value.indexOf('\0') < 0 ? value : lastId;
        case "event" -> type = value;
        case "data" -> data.append(value).append('\n');
        default -> {}
      }
    }
    return events;
  }

  @Provide
  Arbitrary<List<Sent>> identified() {
    return streams(Arbitraries.just(true));
  }

  /** Some events have no id, but all are different. */
  @Provide
  Arbitrary<List<Sent>> mixed() {
    return streams(Arbitraries.of(true, true, false));
  }

  private static Arbitrary<List<Sent>> streams(Arbitrary<Boolean> withId) {
    Arbitrary<String> shapes =
        Arbitraries.of(
            "I|D||",
            "D|I||",
            ":c|I|event: e|D||",
            "I|D|D||",
            "I||",
            ":c||I|:d|data|D||:e|",
            "retry: 3||I|D||",
            "|||I|D|other: x||",
            "event: e||I|D||");
    Arbitrary<String> ends = Arbitraries.of("\n", "\r", "\r\n");
    Arbitrary<Sent> events =
        Combinators.combine(shapes, ends, withId)
            .as((shape, end, identified) -> new Sent(identified ? "" : null, lines(shape, end)));
    return events.list().ofMaxSize(12).map(EventStreamPropertyTest::numbered);
  }

  private static String lines(String shape, String end) {
    return shape.replace("|", end);
  }

  private static List<Sent> numbered(List<Sent> events) {
    List<Sent> numbered = new ArrayList<>();
    Iterator<Sent> each = events.iterator();
    for (int i = 1; each.hasNext(); i++) {
      Sent event = each.next();
      String id = event.id() == null ? null : "n" + i;
      String text = event.text().replace("I", id == null ? "event: f" : "id: " + id);
      numbered.add(new Sent(id, text.replace("D", "data: é" + i)));
    }
    return numbered;
  }

  @Provide
  Arbitrary<byte[]> noise() {
    Arbitrary<String> pieces =
        Arbitraries.oneOf(
            Arbitraries.of("\n", "\r", "\r\n", "\n\n", "\r\r", ":", " ", "\0", "\ufeff", "é"),
            Arbitraries.of("id: 1\n", "id: 2\n\n", "id: 3\ndata: c\n\n", "id\n", "id:\0\n"),
            Arbitraries.of("data: a\n\n", "data", "data: b\r\n\r\n", "event: e\n", "id", "retry:"),
            Arbitraries.of("retry: 1\n", "retry: 99999999999999999999\n", ": c\n", ":\r\n"),
            Arbitraries.strings().ofMaxLength(4));
    Arbitrary<byte[]> texts =
        pieces
            .list()
            .ofMaxSize(25)
            .map(list -> String.join("", list).getBytes(StandardCharsets.UTF_8));
    return Arbitraries.oneOf(texts, texts, Arbitraries.bytes().array(byte[].class).ofMaxSize(60));
  }

  /** The very buffer may be returned: one that is read-only, direct, or a part of another. */
  @Property(tries = 100)
  @Rule("10.3")
  void anyKindOfBufferWillDo(@ForAll("noise") byte[] bytes) {
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 5);
    direct.position(2);
    direct.put(bytes).limit(direct.position()).position(2);
    StreamPlan plan = EventSource.open().plan;
    EventSource other = EventSource.open();

    byte[] got = EventSource.bytes(plan.take(direct.asReadOnlyBuffer()));
    assertThat(got).isEqualTo(other.take(bytes));
    assertThat(plan.remainder()).isEqualTo(other.plan.remainder());
  }
}
