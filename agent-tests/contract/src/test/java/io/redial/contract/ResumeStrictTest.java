package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Download;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.List;
import java.util.function.Function;

/** Rules 10.2 and 10.5: whatever is not certain ends with the error of the cut. */
final class ResumeStrictTest {
  private static final String CHANGED = "Sun, 06 Nov 1994 08:49:37 GMT";
  private static final int SIZE = 60_000;
  private static final int CUT = 30_000;

  static final List<Reading> READINGS = List.of(Reading.BYTES, Reading.STREAM);

  /** Answers to a request for the rest that do not continue the body. */
  enum Refused {
    WHOLE_BODY(file -> file.plain(200).body(file.bytes(0, SIZE))),
    ANOTHER_TAG(file -> rest(Download.untagged(SIZE).header("ETag", "\"v2\""), CUT, SIZE)),
    WEAK_TAG(file -> rest(Download.untagged(SIZE).header("ETag", "W/\"v1\""), CUT, SIZE)),
    NO_TAG(file -> rest(Download.untagged(SIZE), CUT, SIZE)),
    BEGINS_LATER(file -> rest(file, CUT + 1, SIZE)),
    BEGINS_EARLIER(file -> rest(file, CUT - 1, SIZE)),
    ANOTHER_TOTAL(file -> part(file, "bytes 30000-59999/60001").body(file.bytes(CUT, SIZE))),
    UNKNOWN_TOTAL(file -> part(file, "bytes 30000-59999/*").body(file.bytes(CUT, SIZE))),
    NO_RANGE(file -> file.plain(206).body(file.bytes(CUT, SIZE))),
    ANOTHER_LENGTH(file -> part(file, file.range(CUT, SIZE)).body(file.bytes(CUT, SIZE - 1))),
    SEVERAL_PARTS(
        file ->
            part(file, file.range(CUT, SIZE))
                .header("Content-Type", "multipart/byteranges; boundary=x")
                .body(file.bytes(CUT, SIZE))),
    ANOTHER_ENCODING(file -> rest(file.header("Content-Encoding", "gzip"), CUT, SIZE)),
    NOT_FOUND(file -> Answer.of(404).body("gone")),
    BEYOND_THE_END(file -> Answer.of(416).header("Content-Range", "bytes */60000")),
    MORE_THAN_ANNOUNCED(file -> file.moreThanPartTo(40_000));

    @SuppressWarnings("ImmutableEnumChecker") // They are.
    private final Function<Download, Step> answer;

    Refused(Function<Download, Step> answer) {
      this.answer = answer;
    }

    private static Answer rest(Download file, int from, int to) {
      return part(file, file.range(from, to)).body(file.bytes(from, to));
    }

    private static Answer part(Download file, String range) {
      return file.plain(206).header("Content-Range", range);
    }
  }

  /** Responses that are not continued, and requests whose responses are not. */
  enum NotContinued {
    WEAK_TAG(Download.untagged(SIZE).header("ETag", "W/\"v1\"")),
    NO_TAG(Download.untagged(SIZE)),
    CHANGED_JUST_NOW(
        Download.untagged(SIZE)
            .header("Last-Modified", CHANGED)
            .header("Date", "Sun, 06 Nov 1994 08:50:36 GMT")),
    CHANGED_WHO_KNOWS_WHEN(Download.untagged(SIZE).header("Last-Modified", CHANGED)),
    ACCEPTS_NO_RANGES(
        Download.untagged(SIZE).header("ETag", "\"v1\"").header("Accept-Ranges", "none")),
    ENCODED(Download.of(SIZE).header("Content-Encoding", "gzip")),
    CHUNKED(Download.of(SIZE)),
    OWN_RANGE(Download.of(SIZE)),
    OWN_BODY(Download.of(SIZE)),
    POST(Download.of(SIZE));

    @SuppressWarnings("ImmutableEnumChecker") // Only what it sends is noted.
    private final Download file;

    NotContinued(Download file) {
      this.file = file;
    }

    Step cut() {
      return this == CHUNKED ? file.chunkedCutAt(CUT) : file.cutAt(CUT, End.FIN);
    }

    Sending call(Subject subject, String url) {
      Sending call = subject.request(this == POST ? "POST" : "GET", url);
      if (this == OWN_BODY) {
        return call.body(BodyKind.ONE_SHOT, 1_000);
      }
      return this == OWN_RANGE ? call.header("Range", "bytes=0-") : call;
    }
  }

  @ContractTest(slice = true)
  @Rule({"10.2", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void anAnswerThatDoesNotContinueTheBodyEndsItAsWithoutTheAgent(
      Subject subject, @Each Refused refused, @Each("READINGS") Reading reading) {
    Download file = Download.of(SIZE);
    Reply[] replies = new Reply[2];
    for (int i = 0; i < 2; i++) {
      try (FaultServer server =
          new FaultServer().plays(file.cutAt(CUT, End.FIN), refused.answer.apply(file))) {
        Subject either = i == 0 ? subject.bare() : subject.with(ResumeTest.RESUMING);
        replies[i] = either.get(server.url()).reading(reading).send();
        assertThat(server.attempts()).as("%s", replies[i]).hasSize(1 + i);
      }
    }

    assertSameFailure(replies[1], replies[0]);
  }

  @ContractTest
  @Rule({"10.2", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void aBodyThatCannotBeContinuedEndsAsWithoutTheAgent(Subject subject, @Each NotContinued broken) {
    Reply[] replies = new Reply[2];
    for (int i = 0; i < 2; i++) {
      try (FaultServer server = new FaultServer().plays(broken.cut())) {
        Subject either = i == 0 ? subject.bare() : subject.with(ResumeTest.RESUMING);
        replies[i] = broken.call(either, server.url()).reading(Reading.STREAM).send();
        assertThat(server.attempts()).as("%s", replies[i]).hasSize(1);
      }
    }

    assertSameFailure(replies[1], replies[0]);
  }

  /** Both versions have the same tag and the same length. */
  @ContractTest
  @Rule({"10.2", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES, Feature.REDIRECTS})
  void aRestFromAnotherPlaceIsRefused(Subject subject, @Each("READINGS") Reading reading) {
    Download file = Download.of(SIZE);
    Reply[] replies = new Reply[2];
    for (int i = 0; i < 2; i++) {
      try (FaultServer server =
          new FaultServer()
              .plays(found("/v1"), file.cutAt(CUT, End.FIN), found("/v2"), file.rest())) {
        Subject either = i == 0 ? subject.bare() : subject.with(ResumeTest.RESUMING);
        Sending get = either.get(server.url("/latest")).followingRedirects();
        replies[i] = get.reading(reading).send();
        assertThat(server.attempts()).as("%s", replies[i]).hasSize(2 + 2 * i);
      }
    }

    assertSameFailure(replies[1], replies[0]);
  }

  @ContractTest
  @Rule("10.2")
  @Needs({Feature.RESUMES, Feature.REDIRECTS})
  void aRestWithAnotherSignatureContinuesTheBody(
      Subject subject, FaultServer server, @Each("READINGS") Reading reading) {
    Download file = Download.of(SIZE);
    server.plays(
        found("/v1?signed=early"), file.cutAt(CUT, End.RST), found("/v1?signed=late"), file.rest());

    Sending get = subject.with(ResumeTest.RESUMING).get(server.url("/latest"));
    Reply reply = get.followingRedirects().reading(reading).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(server.attempts()).hasSize(4);
  }

  private static Answer found(String location) {
    return Answer.of(302).header("Location", location);
  }

  @ContractTest
  @Rule({"10.2", "2.2"})
  @Needs({Feature.RESUMES, Feature.WHOLE_BODY_SUBSCRIBERS})
  void aRequestWithABodyIsRepeatedAsAWhole(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(CUT, End.FIN), file.plain(200).body(file.bytes(0, SIZE)));
    Sending get = subject.with(ResumeTest.RESUMING).get(server.url());

    Reply reply = get.body(BodyKind.ONE_SHOT, 1_000).reading(Reading.BYTES).send();

    assertThat(reply.number("body.length")).as("%s", reply).isEqualTo(SIZE);
    assertThat(server.attempts()).hasSize(2);
    assertThat(server.attempts().get(1).header("Range")).isNull();
    assertThat(server.attempts().get(1).body()).isEqualTo(get.bytes());
  }

  @ContractTest
  @Rule("10.2")
  @Needs(Feature.RESUMES)
  void aResponseToHeadIsComplete(Subject subject, FaultServer server) {
    server.plays(Download.of(SIZE).plain(200).body(new byte[SIZE]));

    Reply reply = subject.with(ResumeTest.RESUMING).request("HEAD", server.url()).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.get("body.text")).isEmpty();
    assertThat(server.attempts()).hasSize(1);
  }

  /** Of the call and of the reading of its body, class by class and with the same words. */
  static void assertSameFailure(Reply with, Reply without) {
    for (String where : List.of("thrown", "reading", "callback")) {
      assertThat(with.classes(where)).as("%s %s", where, with).isEqualTo(without.classes(where));
      assertThat(with.message(where)).as("%s %s", where, with).isEqualTo(without.message(where));
    }
    assertThat(without.facts().keySet())
        .as("%s", without)
        .containsAnyOf("thrown.0.class", "reading.0.class");
    assertThat(with.get("status")).isEqualTo(without.get("status"));
  }
}
