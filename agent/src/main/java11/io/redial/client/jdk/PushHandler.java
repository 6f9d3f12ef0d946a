package io.redial.client.jdk;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The application's push promise handler; a promise that it accepts commits the call (1.3). */
final class PushHandler<T> implements PushPromiseHandler<T> {
  private final PushPromiseHandler<T> handler;
  private final AttemptHandler<T> attempt;
  private final HttpRequest original;

  PushHandler(PushPromiseHandler<T> handler, AttemptHandler<T> attempt, HttpRequest original) {
    this.handler = handler;
    this.attempt = attempt;
    this.original = original;
  }

  @Override
  public void applyPushPromise(
      HttpRequest initiating,
      HttpRequest promised,
      Function<BodyHandler<T>, CompletableFuture<HttpResponse<T>>> acceptor) {
    if (attempt.givenUp()) {
      return; // It belongs to a response that the application does not see; the client resets the
      // stream.
    }
    handler.applyPushPromise(
        attempt.sendsOriginal() ? initiating : original,
        promised,
        body -> {
          attempt.call().makeLast();
          return acceptor.apply(body);
        });
  }
}
