package io.redial.call;

import io.redial.kernel.ClientOutcome;
import io.redial.policy.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;

/** A scenario with a client that returns a future. */
final class AsyncScenario implements CallbackExecution<String> {
  private final Scenario scenario;
  private final World world;
  private final List<String> outcomes = new ArrayList<>();
  private CallbackDriver<String> driver;
  private Runnable end = () -> {};
  private Future<?> ending;
  private boolean cancelled;
  private boolean done;
  private long endedNanos;

  AsyncScenario(Scenario scenario, World world) {
    this.scenario = scenario;
    this.world = world;
  }

  private static final class Made extends Attempt {
    Made(Call call) {
      super(call);
    }
  }

  Result run() {
    Call call = world.begin(false);
    world.cancel = this::cancel;
    driver = new CallbackDriver<>(call, this);
    Object answer = driver.start(new Made(call), this);
    if (answer == null) {
      give("left to the client");
    } else if (answer instanceof ClientOutcome thrown) {
      give(thrown.failure().getMessage());
    }
    world.time.runUntil(() -> false);
    return world.result(outcomes, endedNanos);
  }

  /** What the application's future gets. */
  private void give(String outcome) {
    if (!done || !cancelled) {
      outcomes.add(outcome);
      endedNanos = world.time.elapsed();
    }
    done = true;
  }

  private void cancel() {
    if (done) {
      return;
    }
    cancelled = true;
    outcomes.add("cancelled");
    endedNanos = world.time.elapsed();
    done = true;
    driver.abandon();
    if (ending != null && ending.cancel(false)) {
      end.run(); // The client tells its own cancellation.
    }
  }

  @Override
  public Attempt attempt(Call call) {
    world.enter();
    return new Made(call);
  }

  @Override
  public void send(Attempt attempt, CallbackDriver<String> of) {
    world.enter();
    attempt.markMade();
    world.attempts.add(world.time.elapsed());
    Answer answer = scenario.answer(attempt.number());
    end = () -> failed(attempt, new IllegalStateException("cancelled"));
    ending = world.time.schedule(answer.nanos(), () -> answered(attempt, answer));
  }

  private void answered(Attempt attempt, Answer answer) {
    if (attempt.call().isClientClosed()) {
      failed(attempt, new IllegalStateException("client closed"));
    } else if (answer.isFailure()) {
      failed(attempt, answer.exception(attempt.number()));
    } else {
      String response = answer.status() + " in attempt " + attempt.number();
      attempt.head(answer.status(), answer.headers(), false);
      try {
        world.enter();
      } catch (World.Broken fault) {
        driver.settle(attempt, response, null, fault);
        return;
      }
      driver.completed(attempt, response);
    }
  }

  private void failed(Attempt attempt, Exception thrown) {
    attempt.failedWith(thrown);
    driver.failed(attempt, thrown);
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    world.enter();
    return thrown instanceof Answer.Told told ? told.kind : Failure.OTHER;
  }

  @Override
  public boolean redirected(Attempt attempt) {
    world.enter();
    return false;
  }

  @Override
  public void deliver(String result) {
    world.enter();
    give(result);
  }

  @Override
  public void fail(Throwable thrown) {
    world.enter();
    give(thrown.getMessage());
  }

  @Override
  public boolean deliverKept(Attempt attempt, String givenUp) {
    world.enter();
    if (!scenario.keeps) {
      return false;
    }
    give(givenUp);
    return true;
  }

  @Override
  public void waiting() {
    world.enter();
  }

  @Override
  public boolean abandoned() {
    world.enter();
    return cancelled;
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    world.enter();
    return thrown;
  }

  @Override
  public void endAfterFault(Attempt attempt, String response, Throwable failure) {
    if (!done) {
      give(failure != null ? failure.getMessage() : response);
    }
  }

  @Override
  public void finish() {
    world.released++;
    world.enter();
  }
}
