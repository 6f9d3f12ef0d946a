package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.Download;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.List;

/** Rules 10.2 and 10.5: a download that breaks off goes on, whoever reads it. */
final class ResumeTest {
  static final String RESUMING = "resume=range,backoff=none,deadline=60s";
  private static final int SIZE = 60_000;

  /** Of the application's own, and what they are is said where they are made. */
  static final List<String> SUBSCRIBERS = List.of("one-by-one", "other-thread", "greedy");

  static final List<Integer> CUTS = List.of(1, 30_000, SIZE - 1);

  /** Read over HTTP/2, these are requested again from Java 18 on: see docs/streams.md. */
  private static final List<Reading> AT_ONCE =
      List.of(Reading.TEXT, Reading.BYTES, Reading.DISCARD);

  @ContractTest(slice = true)
  @Rule({"10.2", "10.5", "10.1"})
  @Needs(Feature.RESUMES)
  void everyReaderGetsTheWholeBody(
      Subject subject, FaultServer server, @Each Reading reading, @Each End end) {
    Download file = Download.of(SIZE);
    for (int cut : CUTS) {
      server.plays(file.cutAt(cut, end));
    }
    server.plays(file.rest());

    Reply reply = subject.with(RESUMING).get(server.url()).reading(reading).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.number("handler.calls")).isEqualTo(1);
    if (reading != Reading.DISCARD) {
      assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    }
    if (end == End.FIN && reading != Reading.DISCARD) { // Apache's clients discard by closing.
      assertThat(file.sent()).containsExactly("0-1", "1-30000", "30000-59999", "59999-60000");
    }
  }

  /** A stream that is reset sooner takes the head with it, as without the agent. */
  private static final long FIRST_CUT_MILLIS = 3_000;

  /** Sooner, because no application waits for the head of a response that continues a body. */
  private static final long LATER_CUT_MILLIS = 200;

  /** How a response over HTTP/2 breaks off. */
  enum End2 {
    RESET(H2Step.internalError()),
    GOAWAY(H2Step.goAwayUnanswered()),
    LOST(H2Step.lose()),
    FIN(H2Step.finish());

    @SuppressWarnings("ImmutableEnumChecker") // It is.
    private final H2Step step;

    End2(H2Step step) {
      this.step = step;
    }
  }

  @ContractTest(slice = true)
  @Rule({"10.2", "10.5"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.HTTP_2})
  void everyReaderGetsTheWholeBodyOverHttp2(
      Subject subject, H2Server server, @Each Reading reading, @Each End2 end) {
    assumeTrue(subject.jdk().feature() >= 17, "Java 11 does not always report a lost connection");
    Download file = Download.of(SIZE);
    for (int cut : CUTS) {
      server.plays(
          file.over2(cut, H2Step.late(cut == 1 ? FIRST_CUT_MILLIS : LATER_CUT_MILLIS, end.step)));
    }
    server.plays(file.over2(SIZE, stream -> stream.data("", true)));

    Reply reply = subject.with(RESUMING).get(server.url()).http2().reading(reading).send();

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.get("version")).isEqualTo("HTTP_2");
    boolean again = subject.jdk().feature() >= 18 && AT_ONCE.contains(reading);
    assertThat(reply.number("handler.calls")).isEqualTo(again ? CUTS.size() + 1 : 1);
    if (reading != Reading.DISCARD) {
      assertThat(reply.get("body.sha256")).as("%s %s", reply, file.sent()).isEqualTo(file.sha256());
    }
  }

  @ContractTest(from = 17, slice = true)
  @Rule({"10.2", "5.2"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.HTTP_2})
  void aRefusedStreamWithHalfABodyDoesNotHang(
      Subject subject, H2Server server, @Each Reading reading) {
    Download file = Download.of(SIZE);
    server.plays(file.over2(30_000, H2Step.refuse()));
    server.plays(file.over2(SIZE, stream -> stream.data("", true)));

    Reply reply = subject.with(RESUMING).get(server.url()).http2().reading(reading).send();

    assertThat(reply.number("elapsed")).as("%s", reply).isLessThan(15_000);
    if (reply.classes("thrown").isEmpty() && reading != Reading.DISCARD) {
      assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    }
  }

  /** From Java 18 on, the client tells of the refusal only a reader that asks for more. */
  @ContractTest(from = 17, slice = true)
  @Rule({"10.2", "5.2"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.HTTP_2})
  void aStreamThatIsRefusedWhileItsReaderWaitsGoesOn(
      Subject subject, H2Server server, @Each Reading reading) {
    Download file = Download.of(SIZE);
    server.plays(file.over2(20_000, H2Step.late(FIRST_CUT_MILLIS, H2Step.refuse())));
    server.plays(file.over2(40_000, H2Step.late(LATER_CUT_MILLIS, H2Step.refuse())));
    server.plays(file.over2(SIZE, stream -> stream.data("", true)));

    Reply reply = subject.with(RESUMING).get(server.url()).http2().reading(reading).send();

    assertThat(reply.number("elapsed")).as("%s", reply).isLessThan(15_000);
    assertThat(reply.classes("thrown")).as("%s %s", reply, file.sent()).isEmpty();
    if (reading != Reading.DISCARD) {
      assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    }
  }

  @ContractTest(slice = true)
  @Rule({"10.2", "10.5"})
  @Needs(Feature.JAVA_NET_HTTP)
  void everySubscriberOfTheApplicationsGetsTheWholeBodyAtItsOwnPace(
      Subject subject, FaultServer server, @Each("SUBSCRIBERS") String kind) {
    Download file = Download.of(SIZE);
    for (String key : List.of("own-subscriber", "to-subscriber")) {
      for (int cut : CUTS) {
        server.plays(file.cutAt(cut, End.FIN));
      }
      server.plays(file.rest());
      Sending call = subject.with(RESUMING).get(server.url()).set(key, kind);

      Reply reply =
          call.reading(key.equals("own-subscriber") ? Reading.BYTES : Reading.PUBLISHER).send();

      assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    }
    assertThat(file.sent()).startsWith("0-1", "1-30000", "30000-59999", "59999-60000").hasSize(8);
  }

  @ContractTest
  @Rule({"10.2", "10.5"})
  @Needs(Feature.JAVA_NET_HTTP)
  void aFileDownloadGetsTheWholeBody(Subject subject, FaultServer server) {
    Download file =
        Download.of(SIZE).header("Content-Disposition", "attachment; filename=\"file.bin\"");
    server.plays(file.cutAt(SIZE / 2, End.FIN), file.rest());

    Reply reply =
        subject
            .with(RESUMING)
            .get(server.url())
            .reading(Reading.FILE)
            .set("own-subscriber", "download")
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(server.attempts()).hasSize(2);
  }

  /** A cut right behind the head can come before the client has given the head out, or after. */
  @ContractTest(slice = true)
  @Rule({"10.2", "10.5"})
  @Needs(Feature.RESUMES)
  void aCutBehindTheHeadIsNoHarm(Subject subject) {
    for (Reading reading : List.of(Reading.BYTES, Reading.STREAM, Reading.NEW_FILE)) {
      for (int i = 0; i < 5; i++) {
        Download file = Download.of(SIZE);
        try (FaultServer server = new FaultServer().plays(file.cutAt(0, End.FIN), file.rest())) {
          Reply reply = subject.with(RESUMING).get(server.url()).reading(reading).send();

          assertThat(reply.get("body.sha256")).as("%s %s", reading, reply).isEqualTo(file.sha256());
        }
      }
    }
  }

  @ContractTest
  @Rule({"10.2", "1.1"})
  @Needs(Feature.RESUMES)
  void aRequestForTheRestIsTheApplicationsWithThreeMoreFields(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(file.cutAt(30_000, End.FIN), file.rest());

    subject
        .with(RESUMING)
        .get(server.url("/file?part=1"))
        .header("Authorization", "Bearer token")
        .header("X-Own", "yes")
        .reading(Reading.STREAM)
        .send();

    Attempt first = server.attempts().get(0);
    Attempt second = server.attempts().get(1);
    assertThat(first.header("Range")).isNull();
    assertThat(second.header("Range")).isEqualTo("bytes=30000-");
    assertThat(second.header("If-Range")).isEqualTo("\"v1\"");
    assertThat(second.header("Accept-Encoding")).isEqualTo("identity");
    assertThat(others(second)).containsExactlyInAnyOrderElementsOf(others(first));
  }

  private static List<String> others(Attempt attempt) {
    return attempt.head().stream()
        .filter(line -> !line.matches("(?i)(if-range|range|accept-encoding): .*"))
        .toList();
  }

  @ContractTest
  @Rule({"10.2", "1.1"})
  @Needs(Feature.RESUMES)
  void theResponseLooksAsItDoesWithoutTheAgent(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    for (Reading reading : List.of(Reading.BYTES, Reading.STREAM)) {
      Sending bare = subject.bare().get(server.url()).reading(reading);
      Sending resuming = subject.with(RESUMING).get(server.url()).reading(reading);

      Reply without = AttachedCall.send(bare, server, file.rest());
      Reply with = AttachedCall.send(resuming, server, file.cutAt(30_000, End.FIN), file.rest());

      assertThat(VisibleFacts.ofResumed(with))
          .as("%s", reading)
          .isEqualTo(VisibleFacts.ofResumed(without));
    }
  }

  @ContractTest
  @Rule({"10.2", "10.5"})
  @Needs({Feature.RESUMES, Feature.REDIRECTS})
  void whereTheApplicationWasRedirectedTheRestIsAskedForThere(Subject subject) {
    Download file = Download.of(SIZE);
    try (FaultServer front = new FaultServer();
        FaultServer store = new FaultServer().plays(file.cutAt(30_000, End.FIN), file.rest())) {
      Answer away = Answer.of(302).header("Location", store.url("/store"));
      front.plays(away, away);

      Reply reply =
          subject
              .with(RESUMING)
              .get(front.url())
              .followingRedirects()
              .reading(Reading.STREAM)
              .send();

      assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
      assertThat(file.sent()).containsExactly("0-30000", "30000-60000");
    }
  }

  @ContractTest
  @Rule({"10.2", "10.5"})
  @Needs(Feature.RESUMES)
  void partsShorterThanAskedForAreContinued(Subject subject, FaultServer server) {
    Download file = Download.of(SIZE);
    server.plays(
        file.cutAt(10_000, End.FIN), file.partTo(20_000), file.partTo(20_001), file.rest());

    Reply reply = subject.with(RESUMING).get(server.url()).reading(Reading.STREAM).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(file.sent()).containsExactly("0-10000", "10000-20000", "20000-20001", "20001-60000");
  }

  @ContractTest
  @Rule({"10.2", "10.5"})
  @Needs(Feature.RESUMES)
  void anOldDateOfChangeIsAsGoodAsATag(Subject subject, FaultServer server) {
    Download file =
        Download.untagged(SIZE)
            .header("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")
            .header("Date", "Sun, 06 Nov 1994 08:50:37 GMT");
    server.plays(file.cutAt(10_000, End.FIN), file.rest());

    Reply reply = subject.with(RESUMING).get(server.url()).reading(Reading.STREAM).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isEqualTo(file.sha256());
    assertThat(file.sent()).containsExactly("0-10000", "10000-60000");
  }
}
