package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.redial.Rule;
import io.redial.config.Environment;
import io.redial.config.LiveConfigurations;
import io.redial.kernel.ClientOutcome;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.NoRetryReason;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocking calls through the real driver, with a client that the test plays. */
class BlockingCallTest {
  private final Log log = new Log();

  @ParameterizedTest
  @CsvSource({
    "budget=off, false",
    "mode=observe, true",
    "rollout=0%, true",
    "max-retries=0, true",
    "defer-to=X-Mine, true"
  })
  @Rule("1.5")
  void aCallThatCannotBeRetriedIsPassive(String options, boolean passive) {
    Call call = engine(options).begin(new Request(), this, true);

    assertThat(call.isPassive()).isEqualTo(passive);
    assertThat(call.mayBeRetried()).isNotEqualTo(passive);
  }

  @Test
  @Rule({"1.5", "4.5"})
  void withoutRetriesACallStillObeysWhatShapesItsAttempts() {
    Call call = engine("max-retries=0,rate-limit=bucket:1:1").begin(new Request(), this, true);

    assertThat(call.isPassive()).isFalse();
    assertThat(call.mayBeRetried()).isFalse();
  }

  @Test
  @Rule({"1.1", "6.5"})
  void aCallThatIsOverDoesNotHoldItsClient() {
    Call call = engine("budget=off").begin(new Request(), this, true);

    call.finish();

    assertThat(call.client()).isNull();
  }

  @Test
  @Rule({"7.1", "7.2"})
  void theFailuresOfNestedCallsDoNotMultiply() {
    RetryEngine engine = engine("budget=off,backoff=none,max-error-retries=3");
    List<String> sent = new ArrayList<>();
    Callable<String> token =
        () -> {
          sent.add("token");
          throw new SocketException("reset");
        };
    Callable<String> middle = () -> run(engine, token);

    assertThatThrownBy(() -> run(engine, () -> run(engine, middle)))
        .isInstanceOf(SocketException.class);
    assertThat(sent).hasSize(4);
  }

  /** Its own layer throws another exception without a cause, as Apache's clients do. */
  @Test
  @Rule("7.2")
  void aFailureThatTheClientReplacesIsTheNestedCalls() {
    RetryEngine engine = engine("budget=off,backoff=none,max-error-retries=1");
    List<String> sent = new ArrayList<>();
    Callable<String> token =
        () -> {
          sent.add("token");
          throw new SocketException("reset");
        };
    Replacing outer = new Replacing(() -> run(engine, token));

    assertThatThrownBy(() -> run(engine, outer)).hasMessage("replaced");
    assertThat(sent).hasSize(2);
    assertThat(log.notCovered).containsExactly("replaced: null");
  }

  @Test
  @Rule("7.2")
  void aFailureOfItsOwnAfterANestedOneIsRetried() {
    RetryEngine engine = engine("budget=off,backoff=none,max-error-retries=1");
    List<String> sent = new ArrayList<>();
    Callable<String> token =
        () -> {
          throw new SocketException("reset");
        };
    Replacing outer =
        new Replacing(
            () -> {
              sent.add("outer");
              try {
                run(engine, token);
              } catch (SocketException e) {
                // It goes on without a token.
              }
              throw new SocketException("lost");
            });

    assertThatThrownBy(() -> run(engine, outer)).hasMessage("replaced");
    assertThat(sent).hasSize(2);
  }

  @Test
  @Rule({"2.10", "11.5"})
  void aFailureThatNoRuleCoversIsReported() {
    assertThatThrownBy(
            () ->
                run(
                    engine("retry-on=retry-after"),
                    () -> {
                      throw new SocketException("lost");
                    }))
        .hasMessage("lost");
    assertThat(log.notCovered).containsExactly("lost: CONNECTION_ERROR");
  }

  @Test
  @Rule("7.2")
  @DisplayName("a failure that a nested call's caller has wrapped is recognised")
  void aWrappedFailureOfANestedCallIsRecognised() {
    RetryEngine engine = engine("budget=off,backoff=none,max-error-retries=1");
    List<String> sent = new ArrayList<>();
    Callable<String> token =
        () -> {
          sent.add("token");
          throw new SocketException("reset");
        };

    assertThatThrownBy(
            () ->
                run(
                    engine,
                    () -> {
                      try {
                        return run(engine, token);
                      } catch (SocketException e) {
                        SocketException wrapper = new SocketException("no token");
                        wrapper.initCause(e);
                        throw wrapper;
                      }
                    }))
        .hasMessage("no token");
    assertThat(sent).hasSize(2);
  }

  @Test
  @Rule("2.2")
  @DisplayName("one exception that fails several calls is each call's own")
  void oneExceptionThatFailsSeveralCallsIsEachCallsOwn() throws InterruptedException {
    RetryEngine engine = engine("budget=off,backoff=none,max-error-retries=1");
    SocketException shared = new SocketException("connection lost");
    List<String> sent = new ArrayList<>();
    Callable<String> lost =
        () -> {
          sent.add("");
          throw shared;
        };
    List<Throwable> thrown = new ArrayList<>();

    for (int i = 0; i < 2; i++) { // On one thread the second would be a retry of the first.
      Thread caller = new Thread(() -> thrown.add(catchThrowable(() -> run(engine, lost))));
      caller.start();
      caller.join();
    }
    assertThat(thrown).containsExactly(shared, shared);
    assertThat(sent).hasSize(4);
  }

  @Test
  @Rule("5.4")
  @DisplayName("an interrupt just after a wait's end sends nothing and counts no retry")
  void anInterruptJustAfterAWaitsEndCountsNoRetry() {
    RetryEngine engine = engine("budget=off,backoff=fixed:1h,jitter=none,deadline=none");
    List<String> sent = new ArrayList<>();
    log.onWait =
        () -> {
          engine.room().waits().forEach(wait -> wait.end(Wait.End.HURRIED));
          Thread.currentThread().interrupt();
        };

    assertThatThrownBy(
            () ->
                run(
                    engine,
                    () -> {
                      sent.add("");
                      throw new SocketException("reset");
                    }))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(sent).hasSize(1);
    assertThat(log.retried).isZero();
    assertThat(log.refusals).containsExactly(NoRetryReason.CANCELLED);
  }

  @Test
  @Rule("11.2")
  void aRetriedCallThatAnOperatorEndsHasItsOutcomeLine() {
    RetryEngine engine = engine("budget=off,backoff=fixed:1h,jitter=none,deadline=none");
    log.onWait =
        () ->
            engine
                .room()
                .waits()
                .forEach(wait -> wait.end(log.retried == 0 ? Wait.End.HURRIED : Wait.End.STOPPED));

    assertThatThrownBy(
            () ->
                run(
                    engine,
                    () -> {
                      throw new SocketException("reset");
                    }))
        .isInstanceOf(SocketException.class);
    assertThat(log.ended).hasSize(1);
    assertThat(log.ended.get(0)).contains("SocketException");
  }

  private RetryEngine engine(String options) {
    return RetryEngine.system(
        LiveConfigurations.load(options, new Environment()), log, () -> false);
  }

  private String run(RetryEngine engine, Callable<String> client) throws Exception {
    Call call = engine.begin(new Request(), client, true);
    ClientOutcome answer = BlockingDriver.run(call, new Exchange(client), new Sent(call));
    if (answer.failure() != null) {
      throw (Exception) answer.failure();
    }
    return (String) answer.response();
  }

  private static final class Sent extends Attempt {
    Sent(Call call) {
      super(call);
    }
  }

  private static final class Request implements OutgoingRequest {
    @Override
    public String method() {
      return "GET";
    }

    @Override
    public HeaderFields headers() {
      return name -> name.equalsIgnoreCase("X-Mine") ? List.of("1") : List.of();
    }

    @Override
    public boolean repeatable() {
      return true;
    }

    @Override
    public String scheme() {
      return "http";
    }

    @Override
    public String host() {
      return "host";
    }

    @Override
    public int port() {
      return 80;
    }

    @Override
    public String path() {
      return "/";
    }
  }

  /** A client with a retry layer of its own, which does not retry and throws a new exception. */
  private record Replacing(Callable<String> client) implements Callable<String> {
    @Override
    public String call() throws Exception {
      return client.call();
    }
  }

  private static final class Exchange implements BlockingExecution<String> {
    private final Callable<String> client;

    Exchange(Callable<String> client) {
      this.client = client;
    }

    @Override
    public Attempt attempt(Call call) {
      return new Sent(call);
    }

    @Override
    public String send(Attempt attempt) throws Exception {
      attempt.markMade();
      try {
        return client.call();
      } catch (Exception thrown) {
        attempt.failedWith(thrown);
        if (client instanceof Replacing) {
          attempt.passes(thrown);
          attempt.failedWith(new SocketException("replaced"));
        }
        throw (Exception) attempt.failure();
      }
    }

    @Override
    public Failure classify(Attempt attempt, Throwable thrown) {
      return thrown instanceof SocketException ? Failure.CONNECTION_ERROR : Failure.OTHER;
    }

    @Override
    public boolean redirected(Attempt attempt) {
      return false;
    }

    @Override
    public String restore(Attempt attempt, String givenUp) {
      return givenUp;
    }

    @Override
    public Throwable interrupted(InterruptedException e) {
      Thread.currentThread().interrupt();
      return new InterruptedIOException();
    }

    @Override
    public void finish() {}
  }

  private static final class Log implements CallListener {
    private final List<NoRetryReason> refusals = new ArrayList<>();
    private final List<String> notCovered = new ArrayList<>();
    private final List<String> ended = new ArrayList<>();
    private Runnable onWait = () -> {};
    private int retried;

    @Override
    public void waiting(ObservedCall call, AttemptRecord attempt, Decision decision) {
      onWait.run();
    }

    @Override
    public void waited(ObservedCall call, long nanos) {}

    @Override
    public void retried(ObservedCall call, Decision decision) {
      retried++;
    }

    @Override
    public void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal) {
      refusals.add(refusal);
    }

    @Override
    public void notCovered(ObservedCall call, int attempt, Throwable thrown, Failure failure) {
      notCovered.add(thrown.getMessage() + ": " + failure);
    }

    @Override
    public void ended(ObservedCall call, AttemptRecord attempt) {
      ended.add(attempt.outcome());
    }

    @Override
    public void fault(String where, Throwable thrown) {
      throw new AssertionError(where, thrown);
    }
  }
}
