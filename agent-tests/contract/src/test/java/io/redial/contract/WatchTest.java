package io.redial.contract;

import static io.redial.contract.StreamReadings.asItComes;
import static io.redial.contract.StreamReadings.awaitReceived;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Attempt;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.H2Server;
import io.redial.contract.server.H2Step;
import io.redial.contract.server.WatchLog;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.net.URI;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Rules 10.4 and 10.5: a Kubernetes watch goes on from the last version, whoever reads it. */
final class WatchTest {
  static final String RESUMING = "resume=watch,backoff=none";
  static final String PATH = "/api/v1/pods?watch=true&resourceVersion=" + WatchLog.listVersion();
  static final Function<ClientUnderTest, List<Reading>> READINGS = StreamReadings.ALL;

  /** What asks for bookmarks in the application's place. */
  static final String BOOKMARKS = "&allowWatchBookmarks=true";

  @ContractTest(slice = true)
  @Rule({"10.4", "10.5", "10.1"})
  @Needs(Feature.RESUMES)
  void everyReaderSeesEachChangeOnce(
      Subject subject, FaultServer server, @Each("READINGS") Reading reading, @Each End end) {
    WatchLog log = WatchLog.of(100).withError(410);
    server.plays(
        log.cutAfter(30, 1, end), log.cutAfter(0, 40, end), log.cutAfter(50, 60, end), log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(reading).send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.digests());
    assertThat(reply.number("handler.calls")).isEqualTo(1);
    assertThat(server.attempts()).hasSize(4);
    assertAtLeastASecondBetweenStarts(server);
  }

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void eightCutsAtAnyByteLoseNothingAndDoubleNothing(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(4000).withError(410);
    Random random = new Random(8);
    for (int i = 0; i < 8; i++) {
      int bytes = 2_000 + random.nextInt(150_000);
      server.plays(log.cutAfterBytes(bytes, random.nextBoolean() ? End.RST : End.FIN));
    }
    server.plays(log.rest());

    Reply reply =
        subject
            .with(RESUMING + ",max-retries=9,max-error-retries=9")
            .get(server.url(PATH))
            .reading(asItComes(subject))
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.digests());
    assertThat(server.attempts()).hasSize(9);
    assertAtLeastASecondBetweenStarts(server);
  }

  /** All in all, as the server sees them, whose first request may have come late. */
  static void assertAtLeastASecondBetweenStarts(FaultServer server) {
    int last = server.attempts().size() - 1;
    long nanos = server.attempts().get(last).arrived() - server.attempts().get(0).arrived();
    assertThat(nanos).isGreaterThan(TimeUnit.SECONDS.toNanos(last - 1));
  }

  @ContractTest
  @Rule("10.4")
  @Needs(Feature.RESUMES)
  void theSecondCountsFromTheLastStart(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(20);
    CountDownLatch signal = new CountDownLatch(1);
    server.plays(log.lostAfter(5, signal), log.withError(410).rest());

    Pending call = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).start();
    Eventually.until(() -> server.attempts().size() == 1);
    long begun = server.attempts().get(0).arrived();
    Eventually.until(() -> System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(1500));
    long lost = System.nanoTime();
    signal.countDown();
    call.reply();

    assertThat(server.attempts().get(1).arrived() - lost)
        .as("it had lasted longer, so nothing was waited for")
        .isLessThan(TimeUnit.MILLISECONDS.toNanos(900));
  }

  @ContractTest
  @Rule({"10.4", "1.1"})
  @Needs(Feature.RESUMES)
  void aRequestForTheRestDiffersInItsVersionOnly(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(20, 100).withError(410);
    server.plays(log.cutAfter(5, 10, End.FIN), log.rest());
    String before = "/apis/apps/v1/namespaces/a%2Fb/deployments?labelSelector=app%3Da%2Ctier+in";
    String after = "&fieldSelector=&watch=1&timeoutSeconds=300&pretty";

    Reply reply =
        subject
            .with(RESUMING)
            .get(server.url(before + "&resourceVersion=1000" + after))
            .header("Authorization", "Bearer token")
            .header("Accept", "application/json")
            .reading(asItComes(subject))
            .send();

    assertThat(reply.get("body.sha256")).as("%s", reply).isIn(log.digests());
    Attempt first = server.attempts().get(0);
    Attempt second = server.attempts().get(1);
    assertThat(first.originForm()).isEqualTo(before + "&resourceVersion=1000" + after + BOOKMARKS);
    assertThat(second.originForm())
        .isEqualTo(before + "&resourceVersion=" + log.version(4) + after + BOOKMARKS);
    assertThat(fields(second)).containsExactlyInAnyOrderElementsOf(fields(first));
  }

  private static List<String> fields(Attempt attempt) {
    return attempt.head().stream()
        .skip(1)
        .filter(line -> !line.matches("(?i)accept-encoding: .*"))
        .toList();
  }

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void bookmarksAreDeliveredToWhoAskedForThem(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(20, 4).withError(410);
    server.plays(log.cutAfter(9, 10, End.FIN), log.rest());

    Reply reply =
        subject.with(RESUMING).get(server.url(PATH + BOOKMARKS)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(log.text(true));
    assertThat(server.attempts().get(0).originForm()).isEqualTo(PATH + BOOKMARKS);
  }

  /** Also where such a body is otherwise left to the client: docs/streams.md. */
  @ContractTest(slice = true)
  @Rule({"10.4", "1.1"})
  @Needs({Feature.RESUMES, Feature.HTTP_2})
  void bookmarksAreKeptFromWhoReadsToTheEndOverHttp2(Subject subject) {
    WatchLog log = WatchLog.of(20, 4);
    H2Step watch = H2Step.answer(200, log.text(true), "content-type", "application/json");
    try (H2Server server = new H2Server().plays(watch, watch)) {
      String client = server.url();
      String url = URI.create(client).resolve(PATH + "&timeoutSeconds=9").toString();
      subject.with(RESUMING).get(url).http2().by(client).send(); // The upgrade.
      Reply reply = subject.with(RESUMING).get(url).http2().by(client).send();

      assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(log.text(false));
    }
  }

  @ContractTest
  @Rule({"10.4", "1.1"})
  @Needs(Feature.RESUMES)
  void whoWantsNoBookmarksGetsNone(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(20, 4).withError(410);
    server.plays(log.cutAfter(9, 10, End.FIN), log.rest());
    String path = PATH + "&allowWatchBookmarks=false";

    Reply reply = subject.with(RESUMING).get(server.url(path)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(log.text(false));
    assertThat(server.attempts().get(0).originForm()).isEqualTo(path);
    assertThat(server.attempts()).hasSize(2);
  }

  /**
   * Clients that ask for an encoding by themselves decode it, too, and what is seen is the watch.
   */
  @ContractTest(slice = true)
  @Rule({"10.4", "10.5", "1.1"})
  @Needs(Feature.RESUMES)
  void whatTheClientDecodesGoesOn(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(20, 4).withError(410);
    server.plays(log.compressedCutAfter(9), log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(log.text(false));
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest
  @Rule({"10.4", "10.5"})
  @Needs(Feature.RESUMES)
  void aBookmarkAtTheEndIsWhereItGoesOn(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(20, 10).withError(410);
    server.plays(log.cutAfter(11, 0, End.FIN), log.rest());

    Reply reply = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo(log.text(false));
    assertThat(WatchLog.parameter(server.attempts().get(1), "resourceVersion"))
        .isEqualTo(Long.toString(log.version(10)));
  }

  @ContractTest(slice = true)
  @Rule({"10.4", "1.1"})
  @Needs(Feature.RESUMES)
  void changesAreDeliveredAsTheyCome(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(20, 100);
    server.plays(log.cutAfter(3, 0, End.FIN), log.idleAfter(2));

    Pending call = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject)).start();

    awaitReceived(call, log.length(5));
    server.close();
    call.reply();
  }

  @ContractTest
  @Rule({"10.4", "1.1"})
  @Needs(Feature.RESUMES)
  void theResponseLooksAsItDoesWithoutTheAgent(Subject subject, FaultServer server) {
    WatchLog log = WatchLog.of(20, 100).withError(410);
    Sending bare = subject.bare().get(server.url(PATH)).reading(asItComes(subject));
    Sending resuming = subject.with(RESUMING).get(server.url(PATH)).reading(asItComes(subject));

    Reply without = AttachedCall.send(bare, server, log.rest());
    Reply with = AttachedCall.send(resuming, server, log.cutAfter(5, 5, End.FIN), log.rest());

    assertThat(VisibleFacts.ofResumed(with)).isEqualTo(VisibleFacts.ofResumed(without));
  }
}
