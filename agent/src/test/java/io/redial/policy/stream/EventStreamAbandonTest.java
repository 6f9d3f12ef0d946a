package io.redial.policy.stream;

import static io.redial.policy.stream.EventSource.resumedAfter;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.policy.stream.StreamPlan.Next;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 10.3: servers that ignore {@code Last-Event-ID}. */
class EventStreamAbandonTest {
  private static final String TWO = "id: 1\ndata: a\n\nid: 2\ndata: b\n\n";

  /** In each case something was delivered already, and something new follows. */
  @ParameterizedTest
  @CsvSource({
    "'', 'id: 1\ndata: a\n\n'",
    "'', 'id: 2\ndata: b\n\n'",
    "'', 'id: 1\ndata: another\n\n'",
    "'', 'id:1\r\ndata: a\r\n\r\n'",
    "'', 'data: a\nid: 1\n\n'",
    "'', 'id: 1\n\n'",
    "'data: x\n\n', 'data: x\n\n'",
    "'data: x\n\n', 'event: y\r\r:c\ndata: x\n\n'", // An event without data tells nothing.
    "'data: x\n\ndata: y\n\n', 'data: y\n\n'",
    "'event: e\ndata: x\n\n', ':c\nretry: 1\nevent: e\ndata: x\n\n'",
    "'data: x\n\n', 'id: 2\n\ndata: x\n\n'", // It goes on after 2, where x came.
    "'id: \u0000\ndata: x\n\n', 'id: \u0000\ndata: x\n\n'",
  })
  @Rule("10.3")
  void somethingThatComesAgainEndsTheBody(String delivered, String again) {
    EventSource source = resumedAfter(TWO + delivered);
    String got = source.take(again + "id: 9\ndata: new\n\n");

    assertThat(again).startsWith(got).isNotEqualTo(got);
    assertThat(got).doesNotContain("data");
    assertEnded(source);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 'id: 3\ndata: a\n\n'",
    "'', 'id: 3\ndata: a\n\nid: 3\ndata: a\n\n'", // Within a source ids may repeat.
    "'', 'id: 3\n\nid: 4\n\nid: 3\n\n'",
    "'', 'id: 2\n\nid: 3\ndata: c\n\n'", // It confirms where it goes on.
    "'', 'data: new\n\n'",
    "'data: x\n\n', 'data:y\n\n'",
    "'data: x\n\n', 'event: e\ndata: x\n\n'",
    "'data: x\n\n', 'id: 3\ndata: c\n\ndata: x\n\n'",
    "'data: x\n\nid: 3\ndata: c\n\n', 'data: x\n\n'", // Long before the last id.
    "'event: e\n\n', 'event: e\n\n'",
    "':c\n', ':c\n'",
    "'id: 2\ndata: c\n\n', 'id: 3\ndata: c\n\n'",
  })
  @Rule("10.3")
  void somethingElseContinuesTheBody(String delivered, String next) {
    EventSource source = resumedAfter(TWO + delivered);

    assertThat(source.take(next)).isEqualTo(next);
    assertThat(source.plan.next()).isEqualTo(Next.READ);
  }

  @Test
  @Rule("10.3")
  void whatCameBeforeTheRepeatedEventIsDelivered() {
    EventSource source = resumedAfter(TWO);

    assertThat(source.take("id: 3\ndata: c")).isEmpty();
    assertThat(source.take("\n\nid: 1\ndata: a\n\nid: 4\n\n")).isEqualTo("id: 3\ndata: c\n\n");
    assertEnded(source);
  }

  @Test
  @Rule("10.3")
  void aGreetingThatComesAgainEndsTheBody() {
    EventSource source = resumedAfter("data: welcome\n\n" + TWO);

    assertThat(source.take("data: welcome\n\n")).isEmpty();
    assertEnded(source);
  }

  @Test
  @Rule("10.3")
  void whatThePreviousSourceOfSeveralBroughtIsKnown() {
    EventSource source = resumedAfter(TWO);
    source.take("data: x\n\n");
    source.resume();
    source.take("id: 2\n\n"); // Nothing new: x has still to be known.
    source.resume();

    assertThat(source.take("data: x\n\n")).isEmpty();
    assertEnded(source);
  }

  @Test
  @Rule("10.3")
  void anIdThatCannotBeSentIsKnownAllTheSame() {
    EventSource source = resumedAfter("id: é\ndata: a\n\nid: 2\n\n");

    assertThat(source.take("id: é\ndata: a\n\n")).isEmpty();
    assertEnded(source);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 1000 + 17, 5000 - 4095, 5000})
  @Rule("10.3")
  void theFirstAndTheLastIdsAreKnown(int id) {
    EventSource source = resumedAfter(events(5000));
    boolean known = id <= 16 || id > 5000 - 4096;

    assertThat(source.take(event(id))).isEqualTo(known ? "" : event(id));
    assertThat(source.plan.next()).isEqualTo(known ? Next.ABANDON : Next.READ);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 37, 100})
  @Rule("10.3")
  void theFirstAndTheLastDataSinceTheLastIdAreKnown(int number) {
    EventSource source = resumedAfter(TWO + data(100));

    assertThat(source.take("data: " + number + "\n\n")).isEmpty();
    assertEnded(source);
  }

  @Test
  @Rule("10.3")
  void aServerThatRepeatsAllSinceTheLastIdIsFoundOutAtOnce() {
    EventSource source = resumedAfter("data: 0\n\n" + TWO + data(100) + "id: 3\n\n" + data(1000));

    assertThat(source.take(data(1000))).isEmpty();
    assertEnded(source);
  }

  @Test
  @Rule("10.5")
  void nothingIsDeliveredAfterASurrender() {
    EventSource source = resumedAfter(TWO);
    source.take("id: 1\n\nid: 3\ndata: half");

    assertThat(source.take("id: 4\ndata: c\n\n")).isEmpty();
    assertThat(source.plan.resumesAfterCut()).isFalse();
    assertThat(source.plan.resumesAfterEnd()).isFalse();
    assertEnded(source);
  }

  private static void assertEnded(EventSource source) {
    assertThat(source.plan.next()).isEqualTo(Next.ABANDON);
    assertThat(source.plan.endsInOrder()).isFalse();
    assertThat(source.remainder()).isEmpty();
  }

  private static String events(int count) {
    StringBuilder text = new StringBuilder();
    for (int id = 1; id <= count; id++) {
      text.append(event(id));
    }
    return text.toString();
  }

  private static String event(int id) {
    return "id: " + id + "\ndata: x\n\n";
  }

  private static String data(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      text.append("data: ").append(i).append("\n\n");
    }
    return text.toString();
  }
}
