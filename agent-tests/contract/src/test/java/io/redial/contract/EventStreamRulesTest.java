package io.redial.contract;

import static io.redial.contract.StreamReadings.asItComes;
import static io.redial.contract.StreamReadings.assertSameEnd;
import static io.redial.contract.StreamReadings.read;
import static io.redial.contract.StreamReadings.reading;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.EventLog;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.Step;
import io.redial.subjects.Reply;

/** Rule 10.3: which id a stream goes on from (WHATWG HTML §9.2), and when it does not go on. */
final class EventStreamRulesTest {
  private static final String RESUMING = EventStreamTest.RESUMING;
  private static final String PATH = "/events";
  private static final String TYPE = "text/event-stream";

  /**
   * What a server sends before the cut, and the id that it is then asked with; null if it isn't.
   */
  enum Ids {
    LAST_OF_SEVERAL("id: 1\ndata: a\n\nid: 2\ndata: b\n\n", "2"),
    LAST_IN_AN_EVENT("id: 1\nid: 2\ndata: a\n\n", "2"),
    KEPT_BY_AN_EVENT_WITHOUT("id: 1\ndata: a\n\ndata: b\n\n", "1"),
    OF_AN_EVENT_WITHOUT_DATA("id: 1\ndata: a\n\nid: 2\n\n", "2"),
    OF_HALF_AN_EVENT_IS_NONE("id: 1\ndata: a\n\nid: 2\ndata: b\n", "1"),
    HALF_LINE_IS_NONE("id: 1\ndata: a\n\nid: 2", "1"),
    WITHOUT_SPACE("id:1\ndata: a\n\n", "1"),
    WITH_SPACES_INSIDE("id: 1 of 2\ndata: a\n\n", "1 of 2"),
    WITH_COLONS("id: a:b:c\ndata: a\n\n", "a:b:c"),
    CARRIAGE_RETURNS("id: 1\rdata: a\r\rid: 2\rdata: b\r\r", "2"),
    BOTH("id: 1\r\ndata: a\r\n\r\nid: 2\r\ndata: b\r\n\r\n", "2"),
    BYTE_ORDER_MARK("\ufeffid: 1\ndata: a\n\n", "1"),
    IN_A_COMMENT_IS_NONE("id: 1\ndata: a\n\n:id: 2\ndata: b\n\n", "1"),
    OF_ANOTHER_NAME_IS_NONE("id: 1\ndata: a\n\nID: 2\nidx: 3\ndata: b\n\n", "1"),
    WITH_NUL_IS_IGNORED("id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", "1"),
    EMPTY_RESETS("id: 1\ndata: a\n\nid:\ndata: b\n\n", null),
    WITHOUT_COLON_RESETS("id: 1\ndata: a\n\nid\ndata: b\n\n", null),
    NONE("data: a\n\ndata: b\n\n", null),
    ONLY_WITH_NUL("id: \0\ndata: a\n\n", null);

    private final String text;
    private final String asked;

    Ids(String text, String asked) {
      this.text = text;
      this.asked = asked;
    }

    EventLog log() {
      return EventLog.empty().raw(null, text);
    }
  }

  @ContractTest
  @Rule({"10.3", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void aStreamGoesOnFromItsLastId(Subject subject, @Each Ids ids) {
    Step cut = ids.log().cutAfter(1, 0, End.FIN);
    if (ids.asked == null) {
      Reply without = read(subject.bare(), PATH, 1, cut);
      assertSameEnd(read(subject.with(RESUMING), PATH, 1, cut), without);
      return;
    }
    EventLog rest = EventLog.empty().event(null, "id: more", "data: the rest");
    try (FaultServer server = new FaultServer().plays(cut, rest.rest())) {
      Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

      String whole = ids.text;
      if (ids == Ids.OF_HALF_AN_EVENT_IS_NONE || ids == Ids.HALF_LINE_IS_NONE) {
        whole = whole.substring(0, whole.indexOf("\n\n") + 2);
      }
      assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(whole + rest.text());
      assertThat(server.attempts()).hasSize(2);
      assertThat(server.attempts().get(1).header("Last-Event-ID")).isEqualTo(ids.asked);
    }
  }

  /** Up to Java 11 the end of a body over HTTP/2 is not told for certain. */
  @ContractTest(from = 17, slice = true)
  @Rule("10.3")
  @Needs({Feature.JAVA_NET_HTTP, Feature.HTTP_2})
  void anAnswerThatEndsAtOnceIsTheEnd(Subject subject) {
    String event = "id: 1\ndata: a\n\n";
    H2Step end = H2Step.answer(200, "", "content-type", TYPE);
    for (int round = 0; round < 20; round++) {
      try (H2Server server = new H2Server().plays(end, brokenOffAfter(event), end)) {
        String client = server.url();
        subject.with(RESUMING).get(server.url()).http2().by(client).send(); // The upgrade.
        Sending get = subject.with(RESUMING).get(server.url()).http2().by(client);
        Reply reply = get.reading(asItComes(subject)).send();

        assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(event);
        assertThat(reply.classes("reading")).as("%s", reply).isEmpty();
        assertThat(server.attempts()).hasSize(3);
        assertThat(server.attempts().get(2).header("Last-Event-ID")).isEqualTo("1");
      }
    }
  }

  private static H2Step brokenOffAfter(String text) {
    return stream -> {
      stream.head(200, "content-type", TYPE);
      stream.data(text, false);
      H2Step.late(200, H2Step.internalError()).play(stream);
    };
  }

  /** Answers to a request for the rest that end the stream. */
  enum Refused {
    NO_CONTENT(Answer.of(204)),
    NOT_FOUND(Answer.of(404)),
    INTERNAL_ERROR(Answer.of(500).header("Content-Type", TYPE).body("data: a\n\n")),
    PARTIAL(Answer.of(206).header("Content-Type", TYPE).body("data: a\n\n")),
    ANOTHER_TYPE(Answer.of(200).header("Content-Type", "text/html").body("<p>Sign in")),
    NO_TYPE(Answer.ok("data: a\n\n"));

    @SuppressWarnings("ImmutableEnumChecker") // It is.
    private final Answer answer;

    Refused(Answer answer) {
      this.answer = answer;
    }
  }

  @ContractTest(slice = true)
  @Rule({"10.3", "10.5", "1.2"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void anythingElseThanEventsEndsItAsWithoutTheAgent(Subject subject, @Each Refused refused) {
    EventLog log = EventLog.of(10);
    Reply without = read(subject.bare(), PATH, 1, log.cutAfter(5, 9, End.FIN));
    Reply with = read(subject.with(RESUMING), PATH, 2, log.cutAfter(5, 9, End.FIN), refused.answer);

    assertSameEnd(with, without);
  }

  @ContractTest
  @Rule({"10.3", "10.5"})
  @Needs(Feature.RESUMES)
  void aTypeWithParametersIsTheSame(Subject subject, FaultServer server) {
    Answer head = Answer.of(200).header("Content-Type", "Text/Event-Stream; charset=UTF-8");
    EventLog log = EventLog.of(10).head(head);
    server.plays(log.cutAfter(5, 9, End.FIN), log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.digests());
  }

  /** Requests and responses whose streams do not go on. */
  enum NotContinued {
    POST,
    OTHER_TYPE,
    NOT_ASKED_FOR;

    EventLog log() {
      EventLog log = EventLog.of(10);
      return this == OTHER_TYPE
          ? log.head(Answer.of(200).header("Content-Type", "text/plain"))
          : log;
    }

    Sending call(Subject subject, String url) {
      return subject.request(this == POST ? "POST" : "GET", url);
    }
  }

  @ContractTest
  @Rule({"10.3", "10.1"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void whatIsNoStreamOfEventsEndsAsWithoutTheAgent(Subject subject, @Each NotContinued other) {
    Reply[] replies = new Reply[2];
    for (int i = 0; i < 2; i++) {
      try (FaultServer server = new FaultServer().plays(other.log().cutAfter(5, 9, End.FIN))) {
        String kinds = other == NotContinued.NOT_ASKED_FOR ? "range+watch" : "range+sse+watch";
        Subject either = i == 0 ? subject.bare() : subject.with(RESUMING + ",resume=" + kinds);
        replies[i] = other.call(either, server.url(PATH)).reading(reading(subject)).send();
        assertThat(server.attempts()).as("%s", replies[i]).hasSize(1);
      }
    }

    assertSameEnd(replies[1], replies[0]);
  }
}
