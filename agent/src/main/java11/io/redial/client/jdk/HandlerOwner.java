package io.redial.client.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.concurrent.CompletableFuture;

/** Knows the application's body handler, to which a {@link HeldResponse} is handed over. */
interface HandlerOwner<T> {
  /** Calls the application's body handler, and returns the subscriber that takes the body. */
  BodySubscriber<T> handOver(ResponseInfo info);

  /**
   * Does the same after {@link #handOver} has failed.
   *
   * @param thrown what {@link #handOver} threw
   * @throws Throwable {@code thrown}, if the handler had been called already; otherwise what the
   *     handler throws
   */
  BodySubscriber<T> handOverAfterFault(ResponseInfo info, Throwable thrown) throws Throwable;

  /** Completes a future as the subscriber completes its body. */
  void relay(BodySubscriber<T> subscriber, CompletableFuture<T> to);
}
