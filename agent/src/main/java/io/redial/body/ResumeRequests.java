package io.redial.body;

import io.redial.call.Call;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;

/** How one client requests the rest of a body, and what its application wants of it. */
public interface ResumeRequests {

  /** Returns the client that the body came from. */
  Object client();

  /** Limits a call for the rest by the application's own timeout, if that covers bodies. */
  void limit(Call call);

  /** Returns whether that timeout has run out, so that it is what ended the body. */
  boolean isTooLate();

  /** Returns whether the application has ended the call by itself, so that nobody wants more. */
  boolean isUnwanted();

  /** Runs a task once the application has its outcome; at once if it has it already. */
  void onceDone(Runnable task);

  /** Runs a task on the kind of thread on which the client reports a failure. */
  void onClientsThread(Runnable task);

  /**
   * Sends the application's request again, changed as the plan says. The client's outcome goes to
   * {@link RestRequest#outcome}, whatever fails here once it is sent.
   */
  void send(RestRequest request, StreamPlan plan);

  /** Called when the client has reported the outcome of a request. */
  void ended(RestRequest request);

  /** Ends the request that is under way, if there is one. Called on any thread. */
  void cancel();

  /** Called when nothing more is read of the body, perhaps repeatedly. Called on any thread. */
  default void bodyEnded() {}

  /** Returns where a response comes from, after all redirects. */
  String uri(Object response);

  Failure classify(Throwable thrown);

  /** Returns the exception inside a wrapper of the client's. */
  Throwable unwrap(Throwable thrown);
}
