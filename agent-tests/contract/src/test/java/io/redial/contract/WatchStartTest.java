package io.redial.contract;

import static io.redial.contract.StreamReadings.asItComes;
import static io.redial.contract.StreamReadings.assertSameEnd;
import static io.redial.contract.StreamReadings.read;
import static io.redial.contract.StreamReadings.reading;
import static io.redial.contract.server.WatchLog.parameter;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.WatchLog;
import io.redial.subjects.Reply;
import java.util.List;

/** Rule 10.4: from when on a watch can go on, which depends on how it was begun. */
final class WatchStartTest {
  private static final String RESUMING = WatchTest.RESUMING;

  /** The objects that there are already, in no order of their versions. */
  private static final int INITIAL = 3;

  private static final String INITIALLY =
      "/api/v1/pods?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
          + "&resourceVersion=";

  static final List<String> WITHOUT_A_VERSION =
      List.of(
          "/api/v1/pods?watch=true",
          "/api/v1/pods?watch=true&resourceVersion=",
          "/api/v1/pods?watch=true&resourceVersion=0");

  static final List<String> NO_WATCHES =
      List.of(
          "/api/v1/pods?resourceVersion=1000",
          "/api/v1/pods?watch=false&resourceVersion=1000",
          "/api/v1/pods?watch=0&resourceVersion=1000",
          "/api/v1/pods?stopwatch=true&resourceVersion=1000");

  static final List<String> OTHER_REPRESENTATIONS =
      List.of(
          "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
          "application/vnd.kubernetes.protobuf,application/json");

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void begunWithoutAVersionItDoesNotGoOnBeforeABookmark(
      Subject subject, @Each("WITHOUT_A_VERSION") String path) {
    WatchLog log = WatchLog.of(16, 10);
    Reply without = read(subject.bare(), path, 1, log.cutAfter(INITIAL + 9, 7, End.FIN));
    Reply with = read(subject.with(RESUMING), path, 1, log.cutAfter(INITIAL + 9, 7, End.FIN));

    assertSameEnd(with, without);
  }

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void begunWithoutAVersionItGoesOnAfterABookmark(
      Subject subject, FaultServer server, @Each("WITHOUT_A_VERSION") String path) {
    WatchLog log = WatchLog.of(16, 10).withError(410);
    server.plays(log.cutAfter(INITIAL + 14, 7, End.FIN), log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(path)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text"))
        .as("%s", reply)
        .isEqualTo(log.initialText() + log.text(false));
    assertThat(parameter(server.attempts().get(1), "resourceVersion"))
        .isEqualTo(Long.toString(log.version(13)));
  }

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void initialEventsThatAreCutOffDoNotGoOn(Subject subject) {
    WatchLog log = WatchLog.of(16, 10);
    Reply without = read(subject.bare(), INITIALLY, 1, log.cutAfter(INITIAL - 1, 7, End.FIN));
    Reply with = read(subject.with(RESUMING), INITIALLY, 1, log.cutAfter(INITIAL - 1, 7, End.FIN));

    assertSameEnd(with, without);
  }

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void afterItsInitialEventsItGoesOnAndDoesNotAskForThemAgain(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(16, 10).withError(410);
    server.plays(log.cutAfter(INITIAL + 1, 7, End.FIN), log.cutAfter(4, 0, End.FIN), log.rest());

    Reply reply =
        subject.with(RESUMING).get(server.url(INITIALLY)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text"))
        .as("%s", reply)
        .isEqualTo(log.initialText() + log.text(false));
    Attempt second = server.attempts().get(1);
    assertThat(second.originForm())
        .isEqualTo(
            "/api/v1/pods?watch=true&resourceVersion="
                + WatchLog.listVersion()
                + WatchTest.BOOKMARKS);
    assertThat(parameter(server.attempts().get(2), "resourceVersion"))
        .isEqualTo(Long.toString(log.version(3)));
  }

  @ContractTest
  @Rule({"10.4", "10.1"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void whatIsNoWatchIsLeftAlone(Subject subject, @Each("NO_WATCHES") String path) {
    WatchLog log = WatchLog.of(16, 10);
    Reply without = read(subject.bare(), path, 1, log.cutAfter(5, 7, End.FIN));
    try (FaultServer server = new FaultServer().plays(log.cutAfter(5, 7, End.FIN))) {
      Reply with = subject.with(RESUMING).get(server.url(path)).reading(reading(subject)).send();

      assertSameEnd(with, without);
      assertThat(server.attempts()).hasSize(1);
      assertThat(server.attempts().get(0).originForm()).isEqualTo(path);
    }
  }

  @ContractTest
  @Rule({"10.4", "10.1"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void tablesAndProtobufAreLeftAlone(
      Subject subject, FaultServer server, @Each("OTHER_REPRESENTATIONS") String accept) {
    server.plays(WatchLog.of(16, 10).cutAfter(5, 7, End.FIN));

    subject
        .with(RESUMING)
        .get(server.url(WatchTest.PATH))
        .header("Accept", accept)
        .reading(asItComes(subject))
        .send();

    assertThat(server.attempts()).hasSize(1);
    assertThat(server.attempts().get(0).originForm()).isEqualTo(WatchTest.PATH);
  }

  @ContractTest
  @Rule({"10.4", "10.1"})
  @Needs({Feature.RESUMES, Feature.FAILS_FUTURES})
  void otherKindsOfStreamsLeaveItAlone(Subject subject, FaultServer server) {
    server.plays(WatchLog.of(16, 10).cutAfter(5, 7, End.FIN));

    subject
        .with("resume=range+sse,backoff=none")
        .get(server.url(WatchTest.PATH))
        .reading(asItComes(subject))
        .send();

    assertThat(server.attempts()).hasSize(1);
    assertThat(server.attempts().get(0).originForm()).isEqualTo(WatchTest.PATH);
  }
}
