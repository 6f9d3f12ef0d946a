package io.redial.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.redial.contract.harness.ContractTest;
import io.redial.contract.harness.Eventually;
import io.redial.contract.harness.Feature;
import io.redial.contract.harness.Needs;
import io.redial.contract.harness.Pending;
import io.redial.contract.harness.Rule;
import io.redial.contract.harness.Sending;
import io.redial.contract.harness.Subject;
import io.redial.contract.server.Answer;
import io.redial.contract.server.FaultServer;
import io.redial.contract.server.Step;
import io.redial.contract.server.Steps;
import io.redial.subjects.BodyKind;
import io.redial.subjects.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Rule 5.4: the application ends a wait. */
final class CancellationTest {
  /** Longer than any test waits, shorter than the deadline. */
  private static final Answer LATER = Answer.unavailable("20");

  private static final int MOST_BYSTANDERS = 30;

  @ContractTest(slice = true)
  @Rule({"5.4", "4.6", "2.10"})
  @Needs({Feature.BLOCKING, Feature.INTERRUPTED_ON_THE_WIRE})
  void anInterruptEndsAWaitAsItEndsACall(Subject subject, FaultServer server) {
    FaultServer hanging = new FaultServer().plays(Steps.hang());
    Pending onTheWire = subject.bare().get(hanging.url()).start();
    Eventually.until(() -> hanging.attempts().size() == 1);
    onTheWire.interrupt();
    Reply without = onTheWire.reply();

    Subject configured = waiting(subject);
    server.plays(LATER, Answer.ok("late"));
    Pending waiting = configured.get(server.url()).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    waiting.interrupt();
    Reply with = waiting.reply();

    assertThat(with.get("thrown.0.class"))
        .as("%s", with)
        .isEqualTo(without.get("thrown.0.class"))
        .isNotNull();
    assertThat(with.get("interrupted")).isEqualTo(without.get("interrupted"));
    assertThat(with.number("elapsed")).isLessThan(15_000);
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest
  @Rule({"5.7", "1.2"})
  void aCallerThatCancelsThreeWaitsGetsTheNextResponse(Subject subject, FaultServer server) {
    server.plays(LATER, LATER, LATER, Answer.unavailable("20").body("at once"));
    Subject configured = subject.with("deadline=60s");
    for (int cancelled : new int[] {1, 2, 3}) {
      Pending call = configured.get(server.url()).start();
      Eventually.until(() -> configured.bean().waiting() == 1);
      String blocking = subject.can(Feature.ABORT) ? "abort" : "interrupt";
      call.act(subject.can(Feature.FUTURE) ? "cancel" : blocking);
      call.reply();
      // A future is cancelled before the wait behind it ends.
      Eventually.until(() -> configured.bean().refusals("cancelled") == cancelled);
    }

    Reply impatient = configured.get(server.url()).send();

    assertThat(impatient.get("status")).isEqualTo("503");
    assertThat(impatient.get("body.text")).isEqualTo("at once");
    assertThat(configured.bean().refusals("impatient")).isEqualTo(1);
    assertThat(server.attempts()).hasSize(4);
  }

  @ContractTest
  @Rule({"5.4", "1.1"})
  @Needs(Feature.BLOCKING)
  void anInterruptThatTheClientDoesNotLookAtLeavesTheOutcomeAsItIs(Subject subject) {
    List<String> outcomes = new ArrayList<>();
    for (Subject either : new Subject[] {subject.bare(), subject}) {
      CountDownLatch interrupted = new CountDownLatch(1);
      Step answer = Steps.after(interrupted, Answer.of(500).header("Retry-After", "0"));
      try (FaultServer server = new FaultServer().plays(answer, Answer.ok("late"))) {
        Pending call = either.get(server.url()).start();
        Eventually.until(() -> server.attempts().size() == 1);
        call.interrupt();
        if (subject.can(Feature.INTERRUPTED_ON_THE_WIRE)) {
          Eventually.until(call::done); // It does look: the answer comes too late.
        }
        interrupted.countDown();
        Reply reply = call.reply();
        outcomes.add(
            String.join(
                " ",
                String.valueOf(reply.get("status")),
                String.valueOf(reply.get("thrown.0.class")),
                reply.get("interrupted"),
                Integer.toString(server.attempts().size())));
      }
    }
    assertThat(outcomes.get(1)).isEqualTo(outcomes.get(0));
  }

  @ContractTest
  @Rule({"1.1", "1.5", "2.10"})
  @Needs({Feature.CONTENT_PRODUCERS, Feature.FUTURE, Feature.POOL})
  void cancellingOnTheWireCostsAConnectionAsWithoutTheAgent(Subject subject) {
    List<Integer> without = connectionsOfCancelledCalls(subject.bare());

    for (String options : List.of("", "mode=observe", "rollout=0%", "max-retries=0")) {
      Subject with = options.isEmpty() ? subject : subject.with(options);
      assertThat(connectionsOfCancelledCalls(with)).as(options).isEqualTo(without);
    }
  }

  /** The connection of each of several calls, which are cancelled before they are answered. */
  private static List<Integer> connectionsOfCancelledCalls(Subject subject) {
    try (FaultServer server = new FaultServer()) {
      List<Integer> connections = new ArrayList<>();
      for (BodyKind kind :
          List.of(BodyKind.NONE, BodyKind.BYTES, BodyKind.STREAM, BodyKind.ONE_TIME_PUBLISHER)) {
        CountDownLatch cancelled = new CountDownLatch(1);
        server.plays(Steps.after(cancelled, Answer.ok("too late")));
        int before = server.attempts().size();
        Pending call =
            subject
                .put(server.url())
                .body(kind, kind == BodyKind.NONE ? 0 : 3_000)
                .by("one connection")
                .set("pool", 1)
                .start();
        Eventually.until(() -> server.attempts().size() == before + 1);
        call.cancel();
        cancelled.countDown();
        connections.add(server.attempts().get(before).connection());
      }
      assertThat(server.attempts()).hasSize(connections.size());
      return connections;
    }
  }

  @ContractTest
  @Rule({"1.1", "5.4"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.BLOCKING})
  void anInterruptOfAThreadOfTheClientsExecutorIsNotTheCallers(
      Subject subject, FaultServer server) {
    server.plays(Answer.unavailable("0"), Answer.ok("hello"));

    Reply reply =
        subject
            .get(server.url())
            .set("executor", "interrupted-" + server.url())
            .set("executor-kind", "interrupted")
            .send();

    assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("hello");
    assertThat(server.attempts()).hasSize(2);
  }

  @ContractTest(slice = true)
  @Rule({"5.4", "2.10"})
  @Needs(Feature.FUTURE)
  void cancellingTheFutureEndsAWait(Subject subject, FaultServer server) {
    server.plays(LATER, Answer.ok("late"));
    Subject configured = waiting(subject);

    Pending call = configured.get(server.url()).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.cancel();
    Reply reply = call.reply();

    assertThat(reply.get("thrown.0.class")).isEqualTo(subject.client().cancelException());
    assertThat(reply.is("future.cancelled")).isEqualTo(!endsByItsExchange(subject));
    Eventually.until(() -> configured.bean().waiting() == 0);
    assertThat(server.attempts()).hasSize(1);
  }

  /**
   * Whether a future that is cancelled mostly ends with the outcome of its exchange: {@code get}
   * then throws an {@code ExecutionException}, which callers with a timeout of their own expect.
   */
  private static boolean endsByItsExchange(Subject subject) {
    return subject.can(Feature.JAVA_NET_HTTP) && subject.jdk().feature() >= 16;
  }

  /** Two threads race to complete the future: the one that cancels it, and one of the client's. */
  @ContractTest(from = 17)
  @Rule({"1.1", "5.4"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void aCancelledFutureMayHaveTheOutcomeOfItsExchange(Subject subject) {
    for (Subject either : List.of(subject.bare(), subject)) {
      boolean wrapped = false;
      for (int call = 0; call < 300 && !wrapped; call++) {
        try (FaultServer server = new FaultServer().plays(Steps.hang())) {
          Pending pending = either.get(server.url()).start();
          Eventually.until(() -> server.attempts().size() == 1);
          pending.cancel();
          Reply reply = pending.reply();

          assertThat(reply.get("thrown.0.class"))
              .as("%s", reply)
              .isEqualTo("java.util.concurrent.CancellationException");
          wrapped = "java.util.concurrent.ExecutionException".equals(reply.get("wrapped-by"));
          assertThat(reply.is("future.cancelled")).isEqualTo(!wrapped);
        }
      }
      assertThat(wrapped).isTrue();
    }
  }

  @ContractTest(slice = true)
  @Rule("5.4")
  @Needs(Feature.FUTURE)
  void cancellingTheFutureEndsAnAttemptAsItDoesWithoutTheAgent(Subject subject) {
    for (Subject either : new Subject[] {subject.bare(), subject}) {
      boolean dropped = cancelledWhileItHangs(either);
      boolean again = dropsWhatIsCancelled(subject) && !subject.can(Feature.CANCEL_ALWAYS_DROPS);
      for (int more = 0; more < 20 && !dropped && again; more++) {
        dropped = cancelledWhileItHangs(either);
      }
      assertThat(dropped || !dropsWhatIsCancelled(subject)).isTrue();
    }
  }

  @ContractTest(slice = true)
  @Rule({"1.5", "5.4"})
  @Needs(Feature.FUTURE)
  void cancellingAWaitLeavesTheCallAloneThatHasItsConnectionNow(Subject subject) {
    for (String action : cancellations(subject)) {
      CountDownLatch cancelled = new CountDownLatch(1);
      try (FaultServer server =
          new FaultServer().plays(LATER, Steps.after(cancelled, Answer.ok("hello")))) {
        Subject configured = waiting(subject);
        Pending waiting = configured.get(server.url()).start();
        Eventually.until(() -> configured.bean().waiting() == 1);
        Pending bystander = configured.post(server.url()).body(BodyKind.BYTES, 10).start();
        Eventually.until(() -> server.attempts().size() == 2);
        waiting.act(action);
        Eventually.until(() -> configured.bean().waiting() == 0);
        cancelled.countDown();

        Reply reply = bystander.reply();
        assertThat(reply.get("body.text")).as("%s %s", action, reply).isEqualTo("hello");
        assertThat(server.connections()).as(action).isEqualTo(1);
        waiting.cancel();
        waiting.reply();
      }
    }
  }

  /** The client has its connection back some time before it says that a call is over. */
  @ContractTest(from = 17)
  @Rule({"1.5", "5.4"})
  @Needs({Feature.JAVA_NET_HTTP, Feature.COMPLETABLE_FUTURE})
  void cancellingAGivenUpAttemptLeavesItsConnectionsNextCallAlone(
      Subject subject, FaultServer server) {
    Subject configured = waiting(subject);
    CountDownLatch cancelled = new CountDownLatch(1);
    Step held = Steps.after(cancelled, Answer.ok("hello"));
    List<Step> steps = new ArrayList<>(Collections.nCopies(MOST_BYSTANDERS, held));
    steps.add(0, LATER);
    server.plays(steps.toArray(new Step[0]));
    Pending first = late(configured.get(server.url()), server).start();
    Eventually.until(() -> server.attempts().size() == 1);

    List<Pending> bystanders = new ArrayList<>();
    do { // Until one gets the connection, as soon as the client has read the answer.
      bystanders.add(late(configured.post(server.url()), server).start());
      Eventually.until(() -> server.attempts().size() == bystanders.size() + 1);
    } while (!reuses(server) && bystanders.size() < MOST_BYSTANDERS);
    assertThat(reuses(server)).isTrue();
    first.cancel();
    first.reply();
    cancelled.countDown();

    for (Pending bystander : bystanders) {
      Reply reply = bystander.reply();
      assertThat(reply.get("body.text")).as("%s", reply).isEqualTo("hello");
    }
    assertThat(server.attempts()).hasSize(bystanders.size() + 1);
  }

  /** Whether the last attempt came by the connection of the first. */
  private static boolean reuses(FaultServer server) {
    int last = server.attempts().size() - 1;
    return server.attempts().get(last).connection() == server.attempts().get(0).connection();
  }

  /** By a client whose threads are busy when a body ends. */
  private static Sending late(Sending sending, FaultServer server) {
    return sending.set("executor", "late-" + server.url()).set("executor-kind", "late");
  }

  /** Ways to cancel a call that is waiting. */
  private static List<String> cancellations(Subject subject) {
    boolean dependents = subject.can(Feature.COMPLETABLE_FUTURE) && subject.jdk().feature() >= 16;
    return dependents ? List.of("cancel", "cancel-dependent") : List.of("cancel");
  }

  @ContractTest(from = 17)
  @Rule("5.4")
  @Needs(Feature.COMPLETABLE_FUTURE)
  void cancellingADependentEndsAWaitWhereItEndsACall(Subject subject, FaultServer server) {
    server.plays(LATER, Answer.ok("late"));
    Subject configured = waiting(subject);

    Pending call = configured.get(server.url()).start();
    Eventually.until(() -> configured.bean().waiting() == 1);
    call.act("cancel-dependent");

    Eventually.until(() -> configured.bean().waiting() == 0);
    call.cancel();
    call.reply();
    assertThat(server.attempts()).hasSize(1);
  }

  @ContractTest(from = 17, slice = true)
  @Rule({"2.10", "5.4"})
  @Needs(Feature.COMPLETABLE_FUTURE)
  void cancellingADependentWhileAGivenUpBodyIsReadEndsTheCall(Subject subject) {
    int calls = 8;
    // Long enough for a busy machine to cancel all of them before the first is sent again.
    Step busy = Steps.stalled(Answer.unavailable("3"));
    for (Subject either : new Subject[] {subject.bare(), subject}) {
      try (FaultServer server = new FaultServer()) {
        server.plays(Collections.nCopies(calls, busy).toArray(new Step[0]));
        List<Pending> pending = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
          pending.add(either.post(server.url()).body(BodyKind.BYTES, 10).start());
        }
        Eventually.until(() -> server.attempts().size() == calls);
        pending.forEach(call -> call.act("cancel-dependent"));

        for (Pending call : pending) {
          Reply reply = call.reply();
          assertThat(reply.get("thrown.0.class"))
              .as("%s", reply)
              .isEqualTo("java.util.concurrent.CancellationException");
        }
        await()
            .during(Duration.ofMillis(3_500))
            .atMost(Duration.ofSeconds(20))
            .until(() -> server.attempts().size() == calls);
      }
    }
  }

  @ContractTest
  @Rule("5.4")
  @Needs(Feature.COMPLETABLE_FUTURE)
  void aTimeoutOnTheFutureEndsAWait(Subject subject, FaultServer server) {
    server.plays(LATER, Answer.ok("late"));
    Subject configured = waiting(subject);

    Reply reply = configured.get(server.url()).set("cancel-after", 1_000).send();

    assertThat(reply.get("thrown.0.class")).isEqualTo("java.util.concurrent.TimeoutException");
    assertThat(reply.number("elapsed")).isBetween(1_000L, 10_000L);
    Eventually.until(() -> configured.bean().waiting() == 0);
    assertThat(server.attempts()).hasSize(1);
  }

  private static boolean dropsWhatIsCancelled(Subject subject) {
    // JDK-8245462: java.net.http closes the exchange of a cancelled future from 16 on.
    return subject.jdk().feature() >= 16 && subject.can(Feature.CANCEL_DROPS);
  }

  /** Cancels a call without an answer; returns whether the client dropped the connection soon. */
  private static boolean cancelledWhileItHangs(Subject subject) {
    try (FaultServer server = new FaultServer().plays(Steps.hang(), Answer.ok("late"))) {
      Pending call = subject.get(server.url()).start();
      Eventually.until(() -> server.attempts().size() == 1);
      call.cancel();
      Reply reply = call.reply();

      assertThat(reply.get("thrown.0.class")).isEqualTo(subject.client().cancelException());
      boolean dropped = server.attempts().get(0).droppedWithin(Duration.ofSeconds(2));
      assertThat(server.attempts()).hasSize(1);
      return dropped;
    }
  }

  private static Subject waiting(Subject subject) {
    return subject.with("deadline=60s");
  }

  /** A client may answer a cancelled call after all, and uses its connection again. */
  @ContractTest
  @Rule({"1.1", "1.5", "2.10"})
  @Needs({Feature.FUTURE, Feature.OWN_RETRIES})
  void aCancelledCallIsNotSentAgainWhenItIsAnswered(Subject subject) {
    for (Subject either : List.of(subject.bare(), subject)) {
      for (int round = 0; round < 20; round++) {
        CountDownLatch cancelled = new CountDownLatch(1);
        try (FaultServer server =
            new FaultServer().plays(Steps.after(cancelled, Answer.ok("late")), Answer.ok("next"))) {
          Pending call = sharing(either, server).start();
          Eventually.until(() -> server.attempts().size() == 1);
          call.cancel();
          call.reply();
          cancelled.countDown();

          assertThat(sharing(either, server).send().get("status")).isEqualTo("200");
          assertThat(server.attempts()).as("round %s", round).hasSize(2);
        }
      }
    }
  }

  /** By a client with one connection and its own retries. */
  private static Sending sharing(Subject subject, FaultServer server) {
    return subject.get(server.url()).by(server.url()).set("pool", 1).set("own-retries", true);
  }
}
