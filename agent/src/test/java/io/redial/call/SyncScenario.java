package io.redial.call;

import io.redial.kernel.ClientOutcome;
import io.redial.policy.Failure;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;

/** A scenario with a client whose method blocks. */
final class SyncScenario implements BlockingExecution<String> {
  private final Scenario scenario;
  private final World world;

  SyncScenario(Scenario scenario, World world) {
    this.scenario = scenario;
    this.world = world;
  }

  private static final class Made extends Attempt {
    Made(Call call) {
      super(call);
    }
  }

  Result run() {
    Call call = world.begin(true);
    Thread caller = Thread.currentThread();
    world.cancel = caller::interrupt;
    ClientOutcome answer = BlockingDriver.run(call, this, new Made(call));
    long ended = world.time.elapsed();
    boolean interrupted = Thread.interrupted();
    world.time.runUntil(() -> false); // What comes too late must do nothing.
    Thread.interrupted();
    List<String> outcomes = new ArrayList<>();
    if (answer == null) {
      outcomes.add("left to the client");
    } else if (answer.failure() != null) {
      outcomes.add(interrupted ? "cancelled" : answer.failure().getMessage());
    } else {
      outcomes.add(String.valueOf(answer.response()));
    }
    return world.result(outcomes, ended);
  }

  @Override
  public Attempt attempt(Call call) {
    world.enter();
    return new Made(call);
  }

  @Override
  public String send(Attempt attempt) throws Throwable {
    world.enter();
    attempt.markMade();
    world.attempts.add(world.time.elapsed());
    Answer answer = scenario.answer(attempt.number());
    try {
      world.time.sleep(answer.nanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      attempt.failedWith(new InterruptedIOException("cancelled"));
      throw attempt.failure();
    }
    if (attempt.call().isClientClosed()) {
      attempt.failedWith(new IllegalStateException("client closed"));
      throw attempt.failure();
    }
    if (answer.isFailure()) {
      attempt.failedWith(answer.exception(attempt.number()));
      throw attempt.failure();
    }
    attempt.returned(answer.status() + " in attempt " + attempt.number());
    attempt.head(answer.status(), answer.headers(), false);
    world.enter();
    return (String) attempt.response();
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
  public String restore(Attempt attempt, String givenUp) {
    world.enter();
    return scenario.keeps ? givenUp : null;
  }

  @Override
  public String restoreIncomplete(Attempt attempt, String givenUp) {
    world.enter();
    return givenUp;
  }

  @Override
  public Throwable interrupted(InterruptedException e) {
    world.enter();
    Thread.currentThread().interrupt();
    return new InterruptedIOException("cancelled");
  }

  @Override
  public void finish() {
    world.released++;
    world.enter();
  }
}
