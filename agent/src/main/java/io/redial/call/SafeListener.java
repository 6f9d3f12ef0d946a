package io.redial.call;

import io.redial.policy.Decision;
import io.redial.policy.Failure;
import io.redial.policy.NoRetryReason;

/** Passes events on to a listener, and keeps the call going whatever that throws. */
final class SafeListener implements CallListener {
  private final CallListener listener;

  SafeListener(CallListener listener) {
    this.listener = listener;
  }

  @Override
  public void waiting(ObservedCall call, AttemptRecord attempt, Decision decision) {
    try {
      listener.waiting(call, attempt, decision);
    } catch (Throwable thrown) {
      fault("listener", thrown);
    }
  }

  @Override
  public void waited(ObservedCall call, long nanos) {
    try {
      listener.waited(call, nanos);
    } catch (Throwable thrown) {
      fault("listener", thrown);
    }
  }

  @Override
  public void retried(ObservedCall call, Decision decision) {
    try {
      listener.retried(call, decision);
    } catch (Throwable thrown) {
      fault("listener", thrown);
    }
  }

  @Override
  public void refused(ObservedCall call, AttemptRecord attempt, NoRetryReason refusal) {
    try {
      listener.refused(call, attempt, refusal);
    } catch (Throwable thrown) {
      fault("listener", thrown);
    }
  }

  @Override
  public void notCovered(ObservedCall call, int attempt, Throwable thrown, Failure failure) {
    try {
      listener.notCovered(call, attempt, thrown, failure);
    } catch (Throwable fault) {
      fault("listener", fault);
    }
  }

  @Override
  public void ended(ObservedCall call, AttemptRecord attempt) {
    try {
      listener.ended(call, attempt);
    } catch (Throwable thrown) {
      fault("listener", thrown);
    }
  }

  @Override
  public void settled(ObservedCall call, boolean saved) {
    try {
      listener.settled(call, saved);
    } catch (Throwable thrown) {
      fault("listener", thrown);
    }
  }

  @Override
  public void fault(String where, Throwable thrown) {
    try {
      listener.fault(where, thrown);
    } catch (Throwable ignored) {
      // There is nowhere left to report it.
    }
  }
}
