package io.redial.contract;

import static io.redial.contract.StreamReadings.asItComes;
import static io.redial.contract.StreamReadings.awaitReceived;
import static org.assertj.core.api.Assertions.assertThat;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Each;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.Download;
import io.redial.contract.server.Download.End;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.WatchLog;
import io.redial.subjects.Reading;
import io.redial.subjects.Reply;
import java.util.function.Consumer;

/** Rules 5.4 and 10.5: whoever gives up a stream that was resumed gives it up at once. */
final class StreamCancellationTest {
  private static final String BUSY =
      "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":429,"
          + "\"details\":{\"retryAfterSeconds\":30}}}\n";

  /** What the stream does when it is given up. */
  enum Stage {
    /** It waits before the next request for what follows. */
    WAITS,
    /** It has gone on, and some time later nothing comes. */
    IDLES,
    /** It has gone on, and nothing has come yet. */
    IDLES_FROM_THE_BEGINNING;

    Step step(StreamKind kind) {
      return switch (this) {
        case WAITS -> Answer.unavailable("25");
        case IDLES -> kind.log().idleAfter(1);
        case IDLES_FROM_THE_BEGINNING -> kind.log().idleAfter(0);
      };
    }
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs(Feature.JAVA_NET_HTTP)
  void closingTheStreamEndsIt(Subject subject, @Each StreamKind kind, @Each Stage stage) {
    Reply reply = givenUp(subject, kind, stage, Reading.STREAM, "close-body", false);

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.classes("reading")).as("%s", reply).isNotEmpty();
  }

  @ContractTest(from = 17, slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void cancellingTheFutureEndsIt(Subject subject, @Each StreamKind kind, @Each Stage stage) {
    Reply reply = givenUp(subject, kind, stage, Reading.CONSUMER, "cancel", false);

    assertThat(reply.classes("thrown"))
        .as("%s", reply)
        .contains("java.util.concurrent.CancellationException");
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.FUTURE, Feature.PRODUCERS})
  void cancellingTheFutureOfAConsumerEndsIt(
      Subject subject, @Each StreamKind kind, @Each Stage stage) {
    Reply reply = givenUp(subject, kind, stage, Reading.BYTES, "cancel", false);

    assertThat(reply.is("future.cancelled")).as("%s", reply).isTrue();
    assertThat(reply.number("consumer.releases")).isEqualTo(1);
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.FUTURE, Feature.CONTENT_PRODUCERS})
  void cancellingTheFutureOfAContentConsumerEndsIt(
      Subject subject, @Each StreamKind kind, @Each Stage stage) {
    Reply reply = givenUp(subject, kind, stage, Reading.BYTES, "cancel", false);

    assertThat(reply.is("future.cancelled")).as("%s", reply).isTrue();
    assertThat(reply.number("consumer.closed")).isEqualTo(1);
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "10.5", "10.7"})
  @Needs({Feature.RESUMES, Feature.ABORT})
  void abortingTheRequestEndsIt(Subject subject, @Each StreamKind kind, @Each Stage stage) {
    Reply reply = givenUp(subject, kind, stage, Reading.STREAM, "abort", false);

    assertThat(reply.get("status")).as("%s", reply).isEqualTo("200");
    assertThat(reply.classes("reading")).as("%s", reply).isNotEmpty();
  }

  /** What a body waits after, for half a minute and without a request for the rest. */
  enum Wait {
    EVENTS_CUT(StreamKind.EVENTS.path, "sse", StreamKind.EVENTS.log().cutAfter(5, 0, End.FIN)),
    WATCH_CUT(StreamKind.WATCH.path, "watch", StreamKind.WATCH.log().cutAfter(5, 0, End.FIN)),
    DOWNLOAD_CUT("/file", "range", Download.of(60_000).cutAt(30_000, End.FIN)),
    ERROR_EVENT(StreamKind.WATCH.path, "watch", WatchLog.of(5).with(BUSY).rest());

    private final String path;
    private final String resuming;

    @SuppressWarnings("ImmutableEnumChecker") // It is.
    private final Step step;

    Wait(String path, String kind, Step step) {
      this.path = path;
      this.resuming = "deadline=none,jitter=none,backoff=fixed:30s,resume=" + kind;
      this.step = step;
    }
  }

  @ContractTest
  @Rule({"5.4", "10.7"})
  @Needs({Feature.RESUMES, Feature.ABORT})
  void abortingTheRequestEndsTheFirstWait(Subject subject, @Each Wait wait) {
    Reply reply = stoppedInFirstWait(subject, wait, call -> call.act("abort"));

    assertThat(reply.get("reading.0.class"))
        .as("%s", reply)
        .matches(".*\\.(RequestAborted|RequestFailed|InterruptedIO)Exception");
  }

  @ContractTest
  @Rule({"5.4", "10.7"})
  @Needs({Feature.RESUMES, Feature.ABORT, Feature.CLOSE})
  void closingTheClientEndsTheFirstWait(Subject subject, @Each Wait wait) {
    Reply reply = stoppedInFirstWait(subject, wait, call -> call.toClient("close"));

    assertThat(reply.classes("reading")).as("%s", reply).isNotEmpty();
  }

  @ContractTest
  @Rule({"5.4", "10.7"})
  @Needs({Feature.RESUMES, Feature.ABORT}) // A reader of the JDK's waits on a queue of its own.
  void anInterruptEndsTheFirstWait(Subject subject, @Each Wait wait) {
    Reply reply = stoppedInFirstWait(subject, wait, call -> call.act("interrupt"));

    assertThat(reply.classes("reading")).as("%s", reply).isNotEmpty();
    assertThat(reply.is("interrupted")).isTrue();
  }

  @ContractTest
  @Rule({"5.4", "10.7"})
  @Needs({Feature.RESUMES, Feature.FUTURE, Feature.PRODUCERS, Feature.CLOSE})
  void closingTheClientEndsTheFirstWaitOfAConsumer(Subject subject, @Each Wait wait) {
    Reply reply = stoppedInFirstWait(subject, wait, call -> call.toClient("close"));

    assertThat(reply.classes("thrown")).as("%s", reply).isNotEmpty();
  }

  private static Reply stoppedInFirstWait(Subject subject, Wait wait, Consumer<Pending> stop) {
    try (FaultServer server = new FaultServer().plays(wait.step)) {
      Subject configured = subject.with(wait.resuming);
      Pending call =
          configured
              .get(server.url(wait.path))
              .by("closed " + server.url(""))
              .reading(asItComes(subject))
              .start();
      Eventually.until(() -> configured.bean().waiting() == 1);
      long start = System.nanoTime();
      stop.accept(call);
      Reply reply = call.reply();
      assertThat(System.nanoTime() - start).as("%s", reply).isLessThan(15_000_000_000L);
      Eventually.until(() -> configured.bean().waiting() == 0);
      assertThat(server.attempts()).as("%s", reply).hasSize(1);
      return reply;
    }
  }

  @ContractTest
  @Rule({"5.4", "2.10", "10.7"})
  @Needs({Feature.RESUMES, Feature.ABORT, Feature.CLOSE})
  void closingTheClientEndsIt(Subject subject, @Each StreamKind kind, @Each Stage stage) {
    Reply reply = givenUp(subject, kind, stage, Reading.STREAM, "close", true);

    if (stage == Stage.WAITS || subject.can(Feature.NOTICES_MISSING_CHUNKS)) {
      assertThat(reply.classes("reading")).as("%s", reply).isNotEmpty();
    }
  }

  @ContractTest(from = 21)
  @Rule({"5.4", "2.10", "10.7"})
  @Needs(Feature.JAVA_NET_HTTP)
  void shuttingTheClientDownEndsIt(Subject subject, @Each StreamKind kind, @Each Stage stage) {
    Reply reply = givenUp(subject, kind, stage, Reading.STREAM, "shutdownNow", true);

    assertThat(reply.classes("reading")).as("%s", reply).isNotEmpty();
  }

  /** A stream that is given up at that stage; nothing is asked for after that. */
  private static Reply givenUp(
      Subject subject,
      StreamKind kind,
      Stage stage,
      Reading reading,
      String action,
      boolean toClient) {
    try (FaultServer server =
        new FaultServer()
            .plays(kind.log().cutAfter(5, 0, End.FIN), stage.step(kind), kind.log().idleAfter(1))) {
      Subject configured = subject.with(kind.resuming);
      Pending call =
          configured
              .get(server.url(kind.path))
              .by("closed " + server.url(""))
              .reading(reading)
              .start();
      Eventually.until(() -> server.attempts().size() == 2);
      if (stage == Stage.WAITS) {
        Eventually.until(() -> configured.bean().waiting() == 1);
      } else {
        Eventually.until(() -> configured.bean().waiting() == 0);
        awaitReceived(call, kind.log().length(stage == Stage.IDLES ? 6 : 5));
      }
      long start = System.nanoTime();
      if (toClient) {
        call.toClient(action);
      } else {
        call.act(action);
      }
      Reply reply = call.reply();
      assertThat(System.nanoTime() - start).as("%s", reply).isLessThan(15_000_000_000L);
      if (stage != Stage.WAITS && subject.can(Feature.CANCEL_ALWAYS_DROPS)) {
        server.attempts().get(1).awaitDropped();
      }
      Eventually.until(() -> configured.bean().waiting() == 0);
      assertThat(server.attempts()).as("%s", reply).hasSize(2);
      return reply;
    }
  }
}
