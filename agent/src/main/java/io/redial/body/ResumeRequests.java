package io.redial.body;

import io.redial.call.Call;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;

/** How one client requests the rest of a body, and what its application wants of it. */
public interface ResumeRequests {

  /** Returns a request that has still to be sent. */
  ResumeAttempt request(Call call, StreamPlan plan);

  /** Limits a call for the rest by the application's own timeout, if that covers bodies. */
  void limit(Call call);

  /** Returns whether that timeout has run out, so that it is what ended the body. */
  default boolean isTooLate() {
    return false;
  }

  /** Returns whether the application has ended the call by itself, so that nobody wants more. */
  boolean isUnwanted();

  /** Runs a task once the application has its outcome; at once if it has it already. */
  void onceDone(Runnable task);

  /** Runs a task on the kind of thread on which the client reports a failure. */
  void onClientsThread(Runnable task);

  /** Called when nothing more is read of the body, perhaps repeatedly. Called on any thread. */
  default void bodyEnded() {}

  Failure classify(Throwable thrown);

  /** Returns the exception inside a wrapper of the client's. */
  default Throwable unwrap(Throwable thrown) {
    return thrown;
  }
}
