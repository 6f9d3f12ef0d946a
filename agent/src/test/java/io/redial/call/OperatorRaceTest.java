package io.redial.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import io.redial.kernel.ClientOutcome;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.HeaderFields;
import io.redial.policy.NoRetryReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Operators hurry and cancel all waits again and again, while these end by themselves: thousands of
 * calls, in real time.
 */
class OperatorRaceTest {
  private static final int CALLS = 4_000;
  private static final int AT_ONCE = 8;

  private final Observed observed = new Observed();
  private final RetryEngine engine =
      RetryEngine.system(
          Scenario.configuration(
              "budget=off,jitter=none,backoff=fixed:2ms,retry-on=503,max-retries=1,max-waiting=none"),
          observed,
          () -> false);
  private final Map<Integer, String> outcomes = new ConcurrentHashMap<>();
  private final AtomicInteger told = new AtomicInteger();
  private final AtomicInteger attempts = new AtomicInteger();

  /** What observers were told. */
  private static final class Observed implements CallListener {
    final LongAdder waits = new LongAdder();
    final LongAdder retries = new LongAdder();
    final LongAdder cancelled = new LongAdder();
    final List<String> faults = new ArrayList<>();

    @Override
    public void waiting(ObservedCall call, AttemptRecord attempt, Decision decision) {
      waits.increment();
    }

    @Override
    public void waited(ObservedCall call, long nanos) {}

    @Override
    public void retried(ObservedCall call, Decision decision) {
      retries.increment();
    }

    @Override
    public void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal) {
      if (refusal == NoRetryReason.CANCELLED) {
        cancelled.increment();
      }
    }

    @Override
    public void ended(ObservedCall call, AttemptRecord attempt) {}

    @Override
    public synchronized void fault(String where, Throwable thrown) {
      faults.add(where + ": " + thrown);
    }
  }

  /** An attempt: the first one gets 503, the second one 200. */
  private final class Made extends Attempt {
    Made(Call call) {
      super(call);
    }

    String respond() {
      markMade();
      attempts.incrementAndGet();
      int status = number() == 1 ? 503 : 200;
      returned(Integer.toString(status));
      HeaderFields none = name -> List.of();
      head(status, none, false);
      return (String) response();
    }
  }

  /** A call of either kind. */
  private final class Exchange implements BlockingExecution<String>, CallbackExecution<String> {
    private final int id;
    private final CountDownLatch done = new CountDownLatch(1);

    Exchange(int id) {
      this.id = id;
    }

    private void give(String outcome) {
      told.incrementAndGet();
      outcomes.put(id, outcome);
      done.countDown();
    }

    @Override
    public Attempt attempt(Call call) {
      return new Made(call);
    }

    @Override
    public String send(Attempt attempt) {
      return ((Made) attempt).respond();
    }

    @Override
    public void send(Attempt attempt, CallbackDriver<String> driver) {
      driver.completed(attempt, ((Made) attempt).respond());
    }

    @Override
    public Failure classify(Attempt attempt, Throwable thrown) {
      return Failure.OTHER;
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
      return e;
    }

    @Override
    public void deliver(String result) {
      give(result);
    }

    @Override
    public void fail(Throwable thrown) {
      give(thrown.toString());
    }

    @Override
    public boolean deliverKept(Attempt attempt, String givenUp) {
      give(givenUp);
      return true;
    }

    @Override
    public void waiting() {}

    @Override
    public boolean abandoned() {
      return false;
    }

    @Override
    public Throwable unwrap(Throwable thrown) {
      return thrown;
    }

    @Override
    public void endAfterFault(Attempt attempt, String response, Throwable failure) {
      give("anyhow");
    }

    @Override
    public void finish() {}
  }

  private void call(int id, boolean blocking) throws InterruptedException {
    World request = new World(Scenario.with("").answers(Answer.status(200)));
    Call call = engine.begin(request, this, blocking);
    Exchange exchange = new Exchange(id);
    if (blocking) {
      ClientOutcome answer = BlockingDriver.run(call, exchange, new Made(call));
      exchange.give(
          answer.failure() != null ? answer.failure().toString() : (String) answer.response());
    } else {
      new CallbackDriver<>(call, exchange).start(new Made(call), exchange);
      exchange.done.await();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Rule({"11.2", "11.4"})
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void eachCallEndsOnceHoweverOftenItsWaitIsEnded(boolean blocking) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    LongAdder hurried = new LongAdder();
    LongAdder stopped = new LongAdder();
    List<Thread> operators =
        List.of(
            new Thread(() -> endWaits(Wait.End.HURRIED, hurried, over)),
            new Thread(() -> endWaits(Wait.End.STOPPED, stopped, over)));
    operators.forEach(Thread::start);
    AtomicInteger next = new AtomicInteger();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      Thread caller = new Thread(() -> callAll(next, blocking));
      caller.start();
      callers.add(caller);
    }
    for (Thread caller : callers) {
      caller.join();
    }
    over.set(true);
    for (Thread operator : operators) {
      operator.join();
    }

    assertThat(observed.faults).isEmpty();
    assertThat(told).as("outcomes, one for each call").hasValue(CALLS);
    assertThat(outcomes.values()).hasSize(CALLS).containsOnly("200", "503");
    long retried = outcomes.values().stream().filter("200"::equals).count();
    assertThat(observed.waits.sum()).isEqualTo(CALLS);
    assertThat(observed.retries.sum()).isEqualTo(retried);
    assertThat(observed.cancelled.sum()).isEqualTo(CALLS - retried).isEqualTo(stopped.sum());
    assertThat(attempts).hasValue((int) (CALLS + retried));
    assertThat(hurried.sum()).as("waits that an operator sent").isPositive();
    assertThat(stopped.sum()).as("waits that an operator cancelled").isPositive();
    assertThat(engine.room().waits()).isEmpty();
  }

  private void callAll(AtomicInteger next, boolean blocking) {
    for (int id = next.getAndIncrement(); id < CALLS; id = next.getAndIncrement()) {
      try {
        call(id, blocking);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void endWaits(Wait.End how, LongAdder count, AtomicBoolean over) {
    while (!over.get()) {
      for (Wait wait : engine.room().waits()) {
        if (wait.end(how)) {
          count.increment();
        }
        wait.end(how); // Once more, which must do nothing.
      }
      LockSupport.parkNanos(50_000);
    }
  }
}
