package io.redial.contract;

import static io.redial.contract.StreamReadings.asItComes;
import static io.redial.contract.StreamReadings.assertSameEnd;
import static io.redial.contract.StreamReadings.awaitReceived;
import static io.redial.contract.StreamReadings.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.EventLog;
import io.redial.contract.server.FaultServer;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Rules 10.3 and 10.5: server-sent events go on after a cut, whoever reads them. */
final class EventStreamTest {
  static final String RESUMING = "resume=sse,backoff=none";
  static final Function<ClientUnderTest, List<Reading>> READINGS = StreamReadings.ALL;

  private static final String PATH = "/events?of=jobs";

  @ContractTest(slice = true)
  @Rule({"10.3", "10.5", "10.1"})
  @Needs(Feature.RESUMES)
  void everyReaderSeesEachEventOnce(
      Subject subject, FaultServer server, @Each("READINGS") Reading reading, @Each End end) {
    EventLog log = EventLog.of(100);
    server.plays(
        // A reset would lose what the client has not read, and with it the only id.
        log.cutAfter(1, 0, end == End.RST ? End.FIN : end),
        log.cutAfter(30, 1, end),
        log.cutAfter(0, 20, end),
        log.cutAfter(40, 60, end),
        log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(reading).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.digests());
    assertThat(reply.number("handler.calls")).isEqualTo(1);
    assertThat(server.attempts()).hasSize(5);
  }

  @ContractTest(slice = true)
  @Rule({"10.3", "10.5"})
  @Needs(Feature.RESUMES)
  void twentyCutsAtAnyByteLoseNothingAndDoubleNothing(Subject subject, FaultServer server) {
    EventLog log = EventLog.empty();
    for (int i = 0; i < 200; i++) {
      String retry = "retry: " + i % 30;
      log = log.event("n" + i, "id: n" + i, retry, "data: " + "x".repeat(i), "data:" + i);
    }
    Random random = new Random(20);
    for (int i = 0; i < 20; i++) {
      // The first one would lose what the client has not read, and with it the only id.
      server.plays(log.cutAfter(9, random.nextInt(30), i % 4 == 3 ? End.RST : End.FIN));
    }
    server.plays(log.rest());

    Reply reply =
        subject
            .with(RESUMING + ",max-retries=2")
            .get(server.url(PATH))
            .reading(asItComes(subject))
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.digests());
    assertThat(server.attempts()).hasSize(21);
  }

  @ContractTest
  @Rule({"10.3", "1.1"})
  @Needs(Feature.RESUMES)
  void aRequestForTheRestIsTheApplicationsWithTheLastId(Subject subject, FaultServer server) {
    EventLog log = EventLog.of(10);
    server.plays(log.cutAfter(4, 10, End.FIN), log.cutAfter(2, 0, End.FIN), log.rest());

    subject
        .with(RESUMING)
        .get(server.url(PATH))
        .header("Authorization", "Bearer token")
        .header("Accept", "text/event-stream")
        .header("X-Own", "yes")
        .reading(asItComes(subject))
        .send();

    Attempt first = server.attempts().get(0);
    assertThat(first.header("Last-Event-ID")).isNull();
    assertThat(server.attempts().get(1).header("Last-Event-ID")).isEqualTo("e3");
    assertThat(server.attempts().get(2).header("Last-Event-ID")).isEqualTo("e5");
    for (Attempt later : server.attempts().subList(1, 3)) {
      assertThat(others(later)).containsExactlyInAnyOrderElementsOf(others(first));
    }
  }

  private static List<String> others(Attempt attempt) {
    return attempt.head().stream()
        .filter(line -> !line.matches("(?i)(last-event-id|accept-encoding): .*"))
        .toList();
  }

  @ContractTest
  @Rule("10.3")
  @Needs(Feature.RESUMES)
  void anIdOfTheApplicationsOwnIsReplaced(Subject subject, FaultServer server) {
    EventLog log = EventLog.of(10);
    server.plays(log.cutAfter(2, 0, End.FIN), log.rest());

    Reply reply =
        subject
            .with(RESUMING)
            .get(server.url(PATH))
            .header("Last-Event-ID", "e4")
            .reading(asItComes(subject))
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.part(5, 10).digests());
    assertThat(server.attempts().get(1).head().stream().filter(line -> line.contains("-ID: ")))
        .hasSizeLessThanOrEqualTo(1);
    assertThat(server.attempts().get(1).header("Last-Event-ID")).isEqualTo("e6");
  }

  @ContractTest
  @Rule({"10.3", "1.1"})
  @Needs(Feature.RESUMES)
  void theResponseLooksAsItDoesWithoutTheAgent(Subject subject, FaultServer server) {
    EventLog log = EventLog.of(20);
    Sending bare = subject.bare().get(server.url(PATH)).reading(asItComes(subject));
    Sending resuming = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject));

    Reply without = AttachedCall.send(bare, server, log.rest());
    Reply with = AttachedCall.send(resuming, server, log.cutAfter(5, 5, End.FIN), log.rest());

    assertThat(VisibleFacts.ofResumed(with)).isEqualTo(VisibleFacts.ofResumed(without));
  }

  @ContractTest
  @Rule("10.3")
  @Needs(Feature.RESUMES)
  void theServersRetryIsWaitedFor(Subject subject, FaultServer server) {
    EventLog log =
        EventLog.empty()
            .event("1", "retry: 1200", "id: 1", "data: a")
            .event("2", "retry: 5s", "id: 2", "data: b")
            .event("3", "retry: 1", "id: 3", "data: c");
    server.plays(log.cutAfter(1, 3, End.FIN), log.cutAfter(1, 0, End.FIN), log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.digests());
    assertThat(server.gap(0)).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(1200));
    assertThat(server.gap(1))
        .as("what is not made of digits changes nothing")
        .isBetween(TimeUnit.MILLISECONDS.toNanos(1200), TimeUnit.MILLISECONDS.toNanos(4900));
  }

  @ContractTest(slice = true)
  @Rule({"10.3", "10.5"})
  @Needs(Feature.RESUMES)
  void aCleanEndIsTheEnd(Subject subject, @Each("READINGS") Reading reading) {
    EventLog log = EventLog.of(10);
    for (var end : List.of(log.ended(5), log.endedByClose(5))) {
      try (FaultServer server = new FaultServer().plays(end)) {
        Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(reading).send();

        assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.part(0, 5).digests());
        assertThat(server.attempts()).hasSize(1);
      }
    }
  }

  @ContractTest
  @Rule({"10.3", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void halfAnEventThatNothingFollowsIsDroppedAndTheEndIsTheError(Subject subject) {
    EventLog log = EventLog.of(10);
    Reply without = read(subject.bare(), PATH, 1, log.cutAfter(5, 9, End.FIN));
    Reply with = read(subject.with(RESUMING), PATH, 2, log.cutAfter(5, 9, End.FIN), log.ended(0));

    ResumeStrictTest.assertSameFailure(with, without);
    assertThat(with.number("received"))
        .as("without the half of an event: %s", with)
        .isEqualTo(without.number("received") - 9);
  }

  @ContractTest(slice = true)
  @Rule({"10.3", "10.5"})
  @Needs(Feature.RESUMES)
  void commentsThatKeepTheConnectionAliveArePassedOnAtOnce(Subject subject, FaultServer server) {
    EventLog log = EventLog.empty().event("1", "id: 1", "data: a").raw(null, ": still here\n\n");
    EventLog more = EventLog.empty().raw(null, ":\n\n").raw(null, ":again\n");
    server.plays(log.cutAfter(2, 0, End.FIN), more.idleAfter(2));

    Pending call = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).start();

    awaitReceived(call, log.bytes().length + more.bytes().length);
    server.close();
    assertThat(call.reply().number("received")).isEqualTo(log.bytes().length + more.bytes().length);
  }

  @ContractTest
  @Rule({"10.3", "1.1"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void aServerThatDoesNotKnowTheIdEndsItWithoutADuplicate(Subject subject) {
    EventLog log = EventLog.of(30).forgetful();
    Reply without = read(subject.bare(), PATH, 1, log.cutAfter(10, 7, End.FIN));
    Reply with =
        read(subject.with(RESUMING), PATH, 2, log.cutAfter(10, 7, End.FIN), log.idleAfter(30));

    ResumeStrictTest.assertSameFailure(with, without);
    assertThat(with.number("received"))
        .as("without the half of an event: %s", with)
        .isEqualTo(without.number("received") - 7);
  }

  @ContractTest
  @Rule({"10.3", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void aCompressedStreamIsLeftAlone(Subject subject) {
    EventLog log =
        EventLog.of(10)
            .head(
                Answer.of(200)
                    .header("Content-Type", "text/event-stream")
                    .header("Content-Encoding", "br"));
    Reply without = read(subject.bare(), PATH, 1, log.cutAfter(3, 7, End.FIN));
    Reply with = read(subject.with(RESUMING), PATH, 1, log.cutAfter(3, 7, End.FIN), log.rest());

    assertSameEnd(with, without);
  }
}
