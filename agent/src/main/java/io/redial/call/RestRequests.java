package io.redial.call;

import io.redial.policy.HeaderFields;
import io.redial.policy.stream.StreamPlan;
import java.io.IOException;
import java.io.InputStream;

/**
 * A blocking client as {@link ResumableStream} sees it: sends the application's request again for
 * the rest of its body. Used by one thread at a time.
 *
 * @param <R> the client's response
 */
public interface RestRequests<R> {

  /** The client that the body came from. */
  Object client();

  /**
   * The application's request as it was when its response arrived, but for what a plan changes in
   * it ({@link StreamPlan#target} and {@link StreamPlan#ask}) for each attempt.
   *
   * @return a call that can be prepared
   */
  BlockingCall<R> rest(StreamPlan plan) throws Exception;

  /** Its status code. */
  int status(R response);

  /** Its header fields. */
  HeaderFields headers(R response);

  /** How many bytes its body has as the client hands it out; negative if that is not known. */
  long length(R response);

  /** Its body. */
  InputStream content(R response) throws IOException;

  /**
   * Whether the failure of a body means that its connection is lost, though it is not how a
   * connection is lost before the response's head.
   */
  default boolean isCut(Throwable thrown) {
    return false;
  }

  /**
   * Ends a request whose response has not been given out, so that nobody waits for it any more.
   * Thread-safe; never throws.
   */
  default void abort(Attempt attempt) {
    // The client cannot do so: the request ends by itself, and its response is dropped.
  }

  /** Drops the connection of a response of which nothing more is read. Never throws. */
  void drop(R response, Attempt attempt);

  /** The same for the response that the application was given. */
  void dropFirst();
}
