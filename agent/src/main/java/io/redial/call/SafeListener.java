package io.redial.call;

import io.redial.kernel.FaultBoundary;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.NoRetryReason;

/** Passes events on to a listener, and keeps the call going whatever that throws. */
final class SafeListener implements CallListener {
  private static final String WHERE = "listener";

  private final CallListener listener;

  SafeListener(CallListener listener) {
    this.listener = listener;
  }

  @Override
  public void waiting(ObservedCall call, AttemptRecord attempt, Decision decision) {
    FaultBoundary.run(this, WHERE, () -> listener.waiting(call, attempt, decision));
  }

  @Override
  public void waited(ObservedCall call, long nanos) {
    FaultBoundary.run(this, WHERE, () -> listener.waited(call, nanos));
  }

  @Override
  public void retried(ObservedCall call, Decision decision) {
    FaultBoundary.run(this, WHERE, () -> listener.retried(call, decision));
  }

  @Override
  public void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal) {
    FaultBoundary.run(this, WHERE, () -> listener.refused(call, attempt, refusal));
  }

  @Override
  public void notCovered(ObservedCall call, int attempt, Throwable thrown, Failure failure) {
    FaultBoundary.run(this, WHERE, () -> listener.notCovered(call, attempt, thrown, failure));
  }

  @Override
  public void ended(ObservedCall call, AttemptRecord attempt) {
    FaultBoundary.run(this, WHERE, () -> listener.ended(call, attempt));
  }

  @Override
  public void settled(ObservedCall call, boolean saved) {
    FaultBoundary.run(this, WHERE, () -> listener.settled(call, saved));
  }

  @Override
  public void fault(String where, Throwable thrown) {
    FaultBoundary.report(listener, where, thrown);
  }
}
