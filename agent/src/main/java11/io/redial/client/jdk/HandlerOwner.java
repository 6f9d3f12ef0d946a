package io.redial.client.jdk;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.concurrent.CompletableFuture;

/** Knows the application's handler, which a {@link HeldResponse} is handed over to. */
interface HandlerOwner<T> {
  /** The application's handler is asked for what takes the body. */
  BodySubscriber<T> handOver(ResponseInfo info);

  /**
   * The same where that failed.
   *
   * @throws Throwable what was thrown, if the handler had been asked already
   */
  BodySubscriber<T> handOverAfterFault(ResponseInfo info, Throwable thrown) throws Throwable;

  /** Completes the body as that subscriber does. */
  void relay(BodySubscriber<T> subscriber, CompletableFuture<T> to);
}
