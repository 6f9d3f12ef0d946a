package io.redial.contract;

import static io.redial.contract.StreamReadings.asItComes;
import static io.redial.contract.StreamReadings.assertSameEnd;
import static io.redial.contract.StreamReadings.read;
import static io.redial.contract.server.WatchLog.parameter;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.WatchLog;
import io.redial.subjects.Reply;
import java.util.List;
import java.util.stream.IntStream;

/** Rule 10.4: which ends of a watch are its end, and which are not. */
final class WatchEndTest {
  private static final String RESUMING = WatchTest.RESUMING;
  private static final String PATH = WatchTest.PATH;

  static final List<Integer> REFUSALS = List.of(401, 403, 404, 500);

  /** Bytes of an event, before the connection breaks. */
  static final List<Integer> BEGUN = List.of(0, 9);

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void anErrorThatTheVersionIsTooOldIsDeliveredAndEndsIt(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(10, 100).withError(410);
    server.plays(log.cutAfter(5, 3, End.FIN), log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(log.text(false));
    assertThat(server.attempts()).hasSize(2);
  }

  /** The application gets it as the event that it knows, on one line. */
  @ContractTest(slice = true)
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void aStatusThatTheVersionIsTooOldIsDeliveredAsAnErrorAndEndsIt(
      Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(10, 100);
    server.plays(log.cutAfter(10, 0, End.FIN), WatchLog.refusal(410));

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text")).as("%s", reply).startsWith(log.text(false));
    String last = reply.get("body.text").substring(log.text(false).length());
    assertThat(last).endsWith("}\n").hasLineCount(1);
    assertThat(last.replaceAll("(?<=[{,]) +", "") + "|")
        .isEqualTo(log.withError(410).text(false).substring(log.text(false).length()) + "|");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"10.4", "1.2"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void anotherRefusalEndsItAsWithoutTheAgent(Subject subject, @Each("REFUSALS") Integer status) {
    WatchLog log = WatchLog.of(10, 100);
    Reply without = read(subject.bare(), PATH, 1, log.cutAfter(5, 9, End.FIN));
    Reply with =
        read(
            subject.with(RESUMING), PATH, 2, log.cutAfter(5, 9, End.FIN), WatchLog.refusal(status));

    assertSameEnd(with, without);
  }

  @ContractTest
  @Rule({"10.4", "3.4"})
  @Needs(Feature.RESUMES)
  void aServerThatIsBusyIsAskedAgain(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(10, 100).withError(410);
    Answer busy = WatchLog.refusal(429).header("Retry-After", "2");
    server.plays(log.cutAfter(5, 9, End.FIN), busy, log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(log.text(false));
    assertThat(server.gap(1)).isGreaterThanOrEqualTo(2_000_000_000L);
  }

  @ContractTest(slice = true)
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void aCleanEndIsNotTheEnd(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(10, 100).withError(410);
    server.plays(log.ended(4), log.endedByClose(3), log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(log.text(false));
    assertThat(server.attempts()).hasSize(3);
    assertThat(parameter(server.attempts().get(1), "resourceVersion"))
        .isEqualTo(Long.toString(log.version(3)));
    WatchTest.assertAtLeastASecondBetweenStarts(server);
  }

  @ContractTest
  @Rule({"10.4", "1.1"})
  @Needs(Feature.RESUMES)
  void aCleanEndIsTheEndForWhoSaidWhenItComes(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(10, 100);
    server.plays(log.cutAfter(3, 3, End.FIN), log.ended(4));

    Reply reply =
        subject
            .with(RESUMING)
            .get(server.url(PATH + "&timeoutSeconds=5"))
            .reading(asItComes(subject))
            .send();

    assertThat(reply.number("body.length")).as("%s", reply).isEqualTo(log.length(7));
    assertThat(server.attempts()).hasSize(2);
  }

  /** As a server answers for ever that has forgotten the version (kubernetes#104171). */
  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void aServerThatEndsItAtOnceWithoutAnEventEndsIt(Subject subject) {
    WatchLog log = WatchLog.of(10, 100);
    Reply without = read(subject.bare(), PATH, 1, log.ended(5));
    Reply with = read(subject.with(RESUMING), PATH, 2, log.ended(5), log.ended(0));

    assertThat(without.get("body.sha256")).isNotNull();
    assertThat(with.get("body.sha256")).as("%s", with).isEqualTo(without.get("body.sha256"));
  }

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void aCutThatNoEventFollowsEndsWithTheErrorAfterWholeEvents(
      Subject subject, @Each("BEGUN") Integer begun) {
    WatchLog log = WatchLog.of(10, 100);
    Reply without = read(subject.bare(), PATH, 1, log.cutAfter(5, begun, End.FIN));
    Reply with =
        read(subject.with(RESUMING), PATH, 2, log.cutAfter(5, begun, End.FIN), log.ended(0));

    ResumeStrictTest.assertSameFailure(with, without);
    assertThat(with.number("received")).as("%s", with).isEqualTo(log.length(5));
  }

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void aResetWithinAnEventThatNoneFollowsEndsItAfterWholeEvents(Subject subject) {
    WatchLog log = WatchLog.of(10, 100);
    Reply without = read(subject.bare(), PATH, 1, log.cutAfter(5, 9, End.RST));
    Reply with = read(subject.with(RESUMING), PATH, 2, log.cutAfter(5, 9, End.RST), log.ended(0));

    assertThat(failure(with)).as("%s", with).isNotEmpty().isEqualTo(failure(without));
    List<Long> whole = IntStream.rangeClosed(0, 5).mapToObj(i -> (long) log.length(i)).toList();
    assertThat(with.number("received")).as("%s", with).isIn(whole);
  }

  /** Without the agent, closing a body after a reset may fail once more. */
  private static List<String> failure(Reply reply) {
    List<String> reading = reply.classes("reading");
    return reading.isEmpty() ? reply.classes("thrown") : reading;
  }

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void anotherErrorThatTheWatchSurvivesIsKeptFromTheApplication(
      Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(10, 100).withError(410);
    server.plays(log.first(5).withError(500).rest(), log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(log.text(false));
    assertThat(parameter(server.attempts().get(1), "resourceVersion"))
        .isEqualTo(Long.toString(log.version(4)));
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"10.4", "1.1"})
  @Needs(Feature.RESUMES)
  void anErrorThatTheWatchDoesNotSurviveIsDelivered(Subject subject) {
    WatchLog failing = WatchLog.of(5, 100).withError(500);
    Reply without = read(subject.bare(), PATH, 1, failing.rest());
    Reply with = read(subject.with(RESUMING), PATH, 2, failing.rest(), WatchLog.refusal(403));

    assertThat(without.get("body.text")).isEqualTo(failing.text(false));
    assertThat(with.get("body.text")).as("%s", with).isEqualTo(without.get("body.text"));
  }
}
