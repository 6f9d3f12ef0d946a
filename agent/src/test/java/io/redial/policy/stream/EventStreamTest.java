package io.redial.policy.stream;

import static io.redial.policy.stream.EventSource.events;
import static io.redial.policy.stream.EventSource.open;
import static io.redial.policy.stream.EventSource.resumedAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.redial.Rule;
import io.redial.policy.FakeCall;
import io.redial.policy.Fields;
import io.redial.policy.ManualClock;
import io.redial.policy.Resume;
import io.redial.policy.stream.StreamPlan.Next;
import io.redial.policy.stream.StreamPlan.ResumeVerdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 10.3. */
class EventStreamTest {
  private static final String FIRST = "id: 1\ndata: a\n\n";

  @Test
  @Rule("10.3")
  void aCutBetweenReturnAndLineFeedLosesNoLineEnd() {
    EventSource source = resumedAfter("id: 1\r\ndata: a\r\n\r");

    assertThat(source.take("id: 2\r\ndata: b\r\n\r\n")).isEqualTo("\nid: 2\r\ndata: b\r\n\r\n");
    source.resume();
    assertThat(source.take("id: 3\r\ndata: c\r\n\r")).isEqualTo("id: 3\r\ndata: c\r\n\r");
    assertThat(source.take("\n")).isEqualTo("\n");
    source.resume();
    assertThat(source.take("id: 4\n\n")).isEqualTo("id: 4\n\n");
  }

  @Test
  @Rule("10.3")
  void linesThatEndWithAReturnAloneStayAsTheyAre() {
    EventSource source = resumedAfter("id: 1\rdata: a\r\r");

    assertThat(source.take("id: 2\rdata: b\r\r")).isEqualTo("id: 2\rdata: b\r\r");
  }

  // Heads.

  @ParameterizedTest
  @CsvSource({
    "text/event-stream, true",
    "Text/Event-Stream ; charset=UTF-8, true",
    "'text/event-stream;charset=\"utf-8\"', true",
    "text/event-stream;charset=ISO-8859-1, true",
    "text/event-stream;x=y, true",
    "text/event-stream;, true",
    "text/event-stream;charset=utf-16, false",
    "text/event-stream; x=y; charset=utf-16, false",
    ";text/event-stream, false",
    "'text/event-stream, text/html', false",
    "text/event-streams, false",
    "text/html, false",
    "'', false",
  })
  @Rule("10.3")
  void theTypeDecides(String type, boolean resumes) {
    Fields head = new Fields().add("Content-Type", type);

    assertThat(plan(head) != null).isEqualTo(resumes);
    assertThat(open().plan.judge(200, head, StreamPlan.AS_SENT))
        .isEqualTo(resumes ? ResumeVerdict.CONTINUES : ResumeVerdict.REFUSED);
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Encoding, identity, true",
    "Content-Encoding, gzip, false",
    "Content-Type, text/event-stream, false", // A second line, even if it says the same.
    "Content-Length, 1000, false",
    "Transfer-Encoding, chunked, true",
  })
  @Rule("10.3")
  void aFurtherHeaderFieldDecides(String name, String value, boolean resumes) {
    assertThat(plan(events().add(name, value)) != null).isEqualTo(resumes);
  }

  @ParameterizedTest
  @CsvSource({"GET, 200, true", "HEAD, 200, false", "POST, 200, false", "GET, 206, false"})
  @Rule("10.3")
  void onlyA200ToAGetGoesOn(String method, int status, boolean resumes) {
    StreamPlan plan = EventStream.of(new FakeCall(method), status, events(), -1);

    assertThat(plan != null).isEqualTo(resumes);
  }

  @ParameterizedTest
  @CsvSource({"-2, true", "-1, true", "0, false", "7, false"})
  @Rule("10.3")
  void aBodyOfAKnownLengthIsNoStream(long length, boolean resumes) {
    StreamPlan plan = EventStream.of(new FakeCall("GET"), 200, events(), length);

    assertThat(plan != null).isEqualTo(resumes);
  }

  @ParameterizedTest
  @CsvSource({"Range, bytes=0-, false", "Last-Event-ID, 7, true"})
  @Rule("10.3")
  void aFieldOfTheRequestDecides(String name, String value, boolean resumes) {
    FakeCall call = new FakeCall("GET");
    call.headers.add(name, value);

    assertThat(EventStream.of(call, 200, events(), -1) != null).isEqualTo(resumes);
  }

  @Test
  @Rule("10.1")
  void eventsGoOnOnlyIfTheOptionSaysSo() {
    assertThat(choose(EnumSet.of(Resume.SSE), events())).isInstanceOf(EventStream.class);
    assertThat(choose(EnumSet.of(Resume.RANGE), events())).isNull();
  }

  @Test
  @Rule("10.2")
  void eventsOfAKnownLengthAreADownload() {
    Fields head = events().add("Content-Length", "1000").add("ETag", "\"v1\"");

    assertThat(choose(EnumSet.allOf(Resume.class), head)).isInstanceOf(RangeStream.class);
  }

  private static StreamPlan choose(EnumSet<Resume> kinds, Fields head) {
    return StreamPlans.of(
        kinds, new FakeCall("GET"), 200, head, StreamPlan.AS_SENT, new ManualClock());
  }

  private static StreamPlan plan(Fields head) {
    return EventStream.of(new FakeCall("GET"), 200, head, StreamPlan.AS_SENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 204, 206, 301, 404, 503})
  @Rule("10.3")
  void anotherStatusEndsTheStream(int status) {
    assertThat(open().plan.judge(status, events(), -1)).isEqualTo(ResumeVerdict.REFUSED);
  }

  @Test
  @Rule("10.3")
  void anotherEncodingEndsTheStream() {
    Fields head = events().add("Content-Encoding", "br");

    assertThat(open().plan.judge(200, head, -1)).isEqualTo(ResumeVerdict.REFUSED);
  }

  // Requests for the rest.

  @Test
  @Rule("10.3")
  void asksForWhatFollowsTheLastId() {
    EventSource source = open();
    source.take(FIRST + "id: 2\ndata: b\n\n");

    assertThat(source.question())
        .containsOnly(
            entry("Last-Event-ID", "2"),
            entry("Accept-Encoding", "identity"),
            entry("Accept", "text/event-stream"));
    assertThat(source.plan.target("/events?a=b")).isEqualTo("/events?a=b");
    assertThat(source.plan.resumesWithHead()).isTrue();
  }

  @Test
  @Rule("10.3")
  void leavesTheApplicationsAcceptAlone() {
    FakeCall call = new FakeCall("GET");
    call.headers.add("accept", "*/*");
    StreamPlan plan = EventStream.of(call, 200, events(), -1);
    plan.take(ByteBuffer.wrap(FIRST.getBytes(StandardCharsets.UTF_8)));
    Map<String, String> fields = new HashMap<>();
    plan.ask(fields::put);

    assertThat(fields).doesNotContainKey("Accept");
  }

  // Ids.

  @ParameterizedTest
  @CsvSource({
    "'id: 2\ndata: b\n\n', 2",
    "'id:2\ndata: b\n\n', 2",
    "'data: b\nid: 2\n\n', 2",
    "'id: 2\n\n', 2", // The id counts although there is no event without data.
    "'id: 2\nid: 3\ndata: b\n\n', 3",
    "'id: 2\nid: \0\ndata: b\n\n', 2",
    "'id: a b:c~\n\n', a b:c~",
    "'data: b\n\n', 1",
    "'id: 2\ndata: b\n', 1", // Not at its end.
    "'id: 2\u0000\ndata: b\n\n', 1",
    "'ID: 2\ndata: b\n\n', 1",
    "'\u0000id: 2\ndata: b\n\n', 1",
    "'ids: 2\ndata: b\n\n', 1",
    "' id: 2\ndata: b\n\n', 1",
    "'id : 2\ndata: b\n\n', 1",
    "':id: 2\ndata: b\n\n', 1",
    "'id\ndata: b\n\n', ",
    "'id:\ndata: b\n\n', ",
    "'id: \n\n', ",
    "'id:\n', 1",
    "'id: 2\nid:\n\n', ",
    "'id:\nid: 2\n\n', 2",
    "'id:  2\n\n', ", // A header field would lose the space.
    "'id: 2 \n\n', ",
    "'id: \t\n\n', ",
    "'id: 2\u007f\n\n', ",
    "'id: é\n\n', ",
    "'id: é\n\nid: 3\n\n', 3",
    "'id:\n\nid: 3\n\n', 3",
  })
  @Rule("10.3")
  void theLastIdOfAnEventCounts(String text, String id) {
    EventSource source = open();
    source.take(FIRST);
    source.take(text);

    assertThat(source.lastId()).isEqualTo(id);
  }

  @Test
  @Rule("10.3")
  void aStreamWithoutAnIdDoesNotGoOn() {
    EventSource source = open();

    assertThat(source.lastId()).isNull();
    source.take("data: a\n\n");
    assertThat(source.lastId()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"1024, true", "1025, false"})
  @Rule("10.3")
  void anIdMustFitIntoAHeaderField(int length, boolean resumes) {
    EventSource source = open();
    source.take("id: " + "x".repeat(length) + "\n\n");

    assertThat(source.lastId() != null).isEqualTo(resumes);
  }

  // The wait.

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "'retry: 2500\n', 2500",
    "'retry:2500\n\n', 2500",
    "'retry: 1\nretry: 2\n\nretry: 3\n', 3",
    "'retry: 5\nretry: 1s\n', 5",
    "'retry: 5\nretry: -1\n', 5",
    "'retry: 5\nretry: 1.5\n', 5",
    "'retry: 5\nretry: 1 \n', 5",
    "'retry: 5\nretry:  1\n', 5",
    "'retry: 5\nretry:\nretry\n', 5",
    "'retry: 5\nretry: \u0664\n', 5",
    "'retry: 5\nretrys: 6\nRetry: 7\n', 5",
    "'retry: 5\nretry: 6', 5",
    "'retry: 0\n', 0",
  })
  @Rule("10.3")
  void theStreamSaysHowLongToWait(String text, long millis) {
    EventSource source = open();
    source.take(text);

    assertThat(source.plan.leastWaitNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807", "99999999999999999999999999", "9999999999999999"})
  @Rule("10.3")
  void aWaitBeyondAllMeasureStaysOne(String millis) {
    EventSource source = open();
    source.take("retry: " + millis + "\n\n");

    assertThat(source.plan.leastWaitNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  @Rule("10.3")
  void theWaitHoldsOnWithTheNextSource() {
    EventSource source = resumedAfter("retry: 70\n" + FIRST);
    source.take("id: 2\ndata: b\n\n");

    assertThat(source.plan.leastWaitNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(70));
  }

  // What the application gets.

  @Test
  @Rule("10.3")
  void anythingPassesBeforeTheFirstId() {
    EventSource source = open();

    assertThat(source.take("data: to")).isEqualTo("data: to");
    assertThat(source.take("ken\n")).isEqualTo("ken\n");
    assertThat(source.lastId()).isNull();
  }

  @Test
  @Rule("10.3")
  void halfAnEventIsHeldUntilItIsWhole() {
    EventSource source = open();

    assertThat(source.take(FIRST + "id: 2\n")).isEqualTo(FIRST);
    assertThat(source.take("data: b\n")).isEmpty();
    assertThat(source.take("\nid")).isEqualTo("id: 2\ndata: b\n\n");
  }

  @Test
  @Rule("10.5")
  void halfAnEventIsDroppedIfTheBodyGoesOn() {
    EventSource source = open();
    source.take(FIRST + "id: 2\ndata: par");
    source.resume();

    assertThat(source.take("id: 2\ndata: partial\n\n")).isEqualTo("id: 2\ndata: partial\n\n");
    assertThat(source.remainder()).isEmpty();
  }

  @Test
  @Rule("10.5")
  void halfAnEventIsDeliveredIfTheBodyDoesNotGoOn() {
    EventSource source = open();
    source.take(FIRST + "id: 2\ndata: par");
    assertThat(source.plan.resumesAfterCut()).isTrue();
    source.plan.sent();
    assertThat(source.plan.judge(204, new Fields(), 0)).isEqualTo(ResumeVerdict.REFUSED);

    assertThat(source.remainder()).isEqualTo("id: 2\ndata: par");
    assertThat(source.plan.endsInOrder()).isFalse();
  }

  @Test
  @Rule("10.3")
  void aCleanEndIsTheEnd() {
    EventSource source = open();
    source.take(FIRST + "id: 2\ndata: par");

    assertThat(source.plan.resumesAfterEnd()).isFalse();
    assertThat(source.plan.endsInOrder()).isTrue();
    assertThat(source.remainder()).isEqualTo("id: 2\ndata: par");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id: 2\ndata: par", "id: 2\ndata: b\n", "i", "data: b\n:c"})
  @Rule({"10.3", "10.5"})
  void halfAnEventBeforeACleanEndWithoutAnEventMeansTheError(String half) {
    for (String next : List.of("", ":c\n\n", "id: 1\n\n", "data: hal")) {
      EventSource source = open();
      source.take(FIRST + half);
      source.resume();
      source.take(next);

      assertThat(source.plan.resumesAfterEnd()).isFalse();
      assertThat(source.remainder()).isEmpty();
      assertThat(source.plan.endsInOrder()).as(next).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"id: 2\n\n", "data: b\n\n"})
  @Rule({"10.3", "10.5"})
  void anEventThatFollowsHalfAnEventMakesACleanEndTheEnd(String next) {
    EventSource source = open();
    source.take(FIRST + "id: 2\ndata: par");
    source.resume();
    source.take(next);

    assertThat(source.plan.resumesAfterEnd()).isFalse();
    assertThat(source.plan.endsInOrder()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":c", ":c\n\n"})
  @Rule("10.3")
  void aCleanEndAtOnceAfterWholeEventsIsTheEnd(String comment) {
    EventSource source = open();
    source.take(FIRST + comment);
    source.resume();

    assertThat(source.plan.resumesAfterEnd()).isFalse();
    assertThat(source.plan.endsInOrder()).isTrue();
    assertThat(source.remainder()).isEmpty();
  }

  @Test
  @Rule("10.3")
  void heartbeatsAreNotDelayed() {
    EventSource source = open();
    source.take(FIRST);

    assertThat(source.take(": still he")).isEmpty();
    assertThat(source.take("re\n")).isEqualTo(": still here\n");
    assertThat(source.take("\n")).isEqualTo("\n");
    assertThat(source.take(":\r")).isEqualTo(":\r");
    assertThat(source.take("\n")).isEqualTo("\n");
    assertThat(source.take("data: b\n: within\n")).isEmpty();
  }

  @Test
  @Rule("10.3")
  void aCommentAfterAHeldHalfDoesNotTakeItAlong() {
    EventSource source = open();
    source.take(FIRST + "data: b\n:c\n");
    source.resume();

    assertThat(source.take(":d\n")).isEqualTo(":d\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  @Rule("10.3")
  void linesEndInThreeWays(String end) {
    EventSource source = open();
    String event = "id: 2|:c|data: b|event: e||".replace("|", end);
    source.take(FIRST);
    StringBuilder got = new StringBuilder();
    for (int i = 0; i < event.length(); i++) {
      assertThat(source.lastId()).isEqualTo(got.length() == 0 ? "1" : "2");
      got.append(source.take(event.substring(i, i + 1)));
    }

    assertThat(got.toString()).isEqualTo(event);
    assertThat(source.lastId()).isEqualTo("2");
  }

  @Test
  @Rule("10.3")
  void aReturnAtTheEndOfAnEventDoesNotWaitForALineFeed() {
    EventSource source = open();
    source.take(FIRST);

    assertThat(source.take("data: b\r\n\r")).isEqualTo("data: b\r\n\r");
    assertThat(source.take("\n")).isEqualTo("\n");
    assertThat(source.take("data: c\r")).isEmpty();
    assertThat(source.take("\n")).isEmpty();
    assertThat(source.take("\n")).isEqualTo("data: c\r\n\n");
  }

  @Test
  @Rule("10.3")
  void aByteOrderMarkIsNoPartOfTheFirstLine() {
    EventSource source = open();

    assertThat(source.take("\ufeff" + FIRST)).isEqualTo("\ufeff" + FIRST);
    assertThat(source.lastId()).isEqualTo("1");
  }

  @Test
  @Rule("10.3")
  void aByteOrderMarkElsewhereIsAPartOfTheLine() {
    EventSource source = open();
    source.take(FIRST + "\ufeffid: 2\n\n");

    assertThat(source.lastId()).isEqualTo("1");
  }

  @Test
  @Rule("10.5")
  void theByteOrderMarkOfTheNextSourceIsNotDelivered() {
    EventSource source = resumedAfter("\ufeff" + FIRST);

    byte[] mark = "\ufeff".getBytes(StandardCharsets.UTF_8);
    for (byte b : mark) {
      assertThat(source.take(new byte[] {b})).isEmpty();
    }
    assertThat(source.take("id: 2\ndata: b\n\n")).isEqualTo("id: 2\ndata: b\n\n");
    source.resume();
    assertThat(source.take("\ufeff:c\nid: 3\n\n")).isEqualTo(":c\nid: 3\n\n");
    assertThat(source.lastId()).isEqualTo("3");
  }

  // Large events.

  @Test
  @Rule("10.3")
  void anEventThatOutgrowsTheBoundPassesAndACutWithinItIsFinal() {
    EventSource source = open();
    source.take(FIRST);
    String half = "id: 2\ndata: " + "x".repeat(EventStream.MAX_HELD - 12);

    assertThat(source.take(half)).isEmpty();
    assertThat(source.lastId()).isEqualTo("1");
    assertThat(source.take("y")).isEqualTo(half + "y");
    assertThat(source.lastId()).isNull();
    assertThat(source.take("z\n")).isEqualTo("z\n");
    assertThat(source.lastId()).isNull();
    assertThat(source.take("\nid: 3")).isEqualTo("\n");
    assertThat(source.lastId()).isEqualTo("2");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'id: 2\n', true",
    "'', 'id: 1\n', false",
    "'', '', false", // It may be what was delivered before.
    "'id: 2\ndata: b\n\n', '', true",
    "'id: 2\ndata: b\n\n', 'id: 1\n', false",
  })
  @Rule("10.5")
  void anEventTooLargeToBeHeldMustBeNewInTheNextSource(String before, String id, boolean passes) {
    EventSource source = resumedAfter(FIRST);
    source.take(before);
    String large = id + "data: " + "x".repeat(EventStream.MAX_HELD);

    assertThat(source.take(large)).isEqualTo(passes ? large : "");
    assertThat(source.plan.next()).isEqualTo(passes ? Next.READ : Next.ABANDON);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4096, EventStream.MAX_HELD, EventStream.MAX_HELD + 1, 1 << 20})
  @Rule("10.5")
  void aLargeEventIsJudgedAlikeInPiecesOfAnySize(int piece) {
    String large = "data: " + "x".repeat(EventStream.MAX_HELD) + "\nid: 9\n\n";
    EventSource first = open();
    takeInPieces(first, FIRST + large, piece);
    assertThat(first.lastId()).isEqualTo("9");
    EventSource next = resumedAfter(FIRST);
    takeInPieces(next, "id: 2\ndata: b\n\n: c\nid: 3\n" + large, piece);
    next.resume();
    takeInPieces(next, large, piece);

    assertThat(next.plan.next()).isEqualTo(Next.ABANDON);
    assertThat(EventSource.text(next.delivered()))
        .isEqualTo(FIRST + "id: 2\ndata: b\n\n: c\nid: 3\n" + large);
  }

  private static void takeInPieces(EventSource source, String text, int piece) {
    for (int i = 0; i < text.length(); i += piece) {
      source.take(text.substring(i, Math.min(text.length(), i + piece)));
    }
  }

  // Progress.

  @Test
  @Rule("5.1")
  void onlyAnEventWithDataIsProgress() {
    EventSource source = resumedAfter(FIRST);

    source.take(":c\nretry: 5\n\nid: 2\n\ndata: b\n");
    assertThat(source.plan.hasProgressed()).isFalse();
    source.take("\n");
    assertThat(source.plan.hasProgressed()).isTrue();
    source.resume();
    assertThat(source.plan.hasProgressed()).isFalse();
  }
}
