package io.redial.call;

import io.redial.policy.stream.StreamPlan;

/**
 * A blocking client as {@link ResumableStream} sees it. It sends the application's request again to
 * get the rest of the body. Used by one thread at a time.
 *
 * @param <R> the client's response
 */
public interface ResumeRequests<R> {

  /**
   * Returns a call with the application's request as it was when its response arrived, apart from
   * what the plan changes in it ({@link StreamPlan#target} and {@link StreamPlan#ask}).
   *
   * @return a call that has still to be prepared
   */
  BlockingCall<R> rest(StreamPlan plan) throws Exception;

  /**
   * Returns whether the application has stopped the request, so that it wants nothing more of its
   * body. That its client was closed need not be noticed here.
   */
  boolean isStopped();

  /**
   * Returns where a response comes from after all redirects: an absolute URI, with or without the
   * query.
   */
  String uri(R response, Attempt attempt);

  /** Returns how the client's responses are read. */
  PulledBody<R> bodies();

  /**
   * Returns whether the failure of a body means that its connection is lost, even if the same
   * failure would not mean that before the head of a response.
   */
  default boolean isCut(Throwable thrown) {
    return false;
  }

  /**
   * Ends an attempt whose response has not been handed out, so that nobody waits for it any more.
   * Thread-safe.
   */
  default void abort(Attempt attempt) {
    // The client cannot do so: the request ends by itself, and its response is dropped.
  }

  /** Drops the connection of the response that the application was given. */
  void dropFirst();
}
