package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.call.PassiveAttempt;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.concurrent.CompletableFuture;

/**
 * A {@linkplain Call#isPassive passive} call: the client makes it from the application's own
 * request and handlers, and the application gets the client's own response or future. Redial only
 * looks at the outcome (rules 1.5 and 11.1).
 */
final class PassiveCall {
  private static final String WHERE = "java.net.http passive call";

  private final PassiveAttempt attempt;
  private final Call call;
  private final HttpClient client;
  private final boolean redirectCounts;

  /** A call that is about to be made. */
  PassiveCall(PassiveAttempt attempt, HttpClient client) {
    this.attempt = attempt;
    this.call = attempt.call();
    this.client = client;
    this.redirectCounts =
        client.followRedirects() != HttpClient.Redirect.NEVER
            && !call.policy().idempotent(call.request());
  }

  /** Makes the call, and returns its outcome; null if the client was not called. */
  <T> Object send(HttpRequest request, BodyHandler<T> handler) {
    ClientOutcome answer =
        attempt.answerOf(
            client,
            () -> {
              attempt.markMade();
              return client.send(request, handler);
            });
    ended((HttpResponse<?>) attempt.response(), attempt.failure());
    return answer;
  }

  /** Makes the call, and returns its outcome; null if the client was not called. */
  <T> Object sendAsync(
      HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushHandler) {
    ClientOutcome answer =
        attempt.answerOf(
            client,
            () -> {
              attempt.markMade();
              return pushHandler == null
                  ? client.sendAsync(request, handler)
                  : client.sendAsync(request, handler, pushHandler);
            });
    if (attempt.response() == null) {
      ended(null, attempt.failure());
    } else {
      watch((CompletableFuture<?>) attempt.response());
    }
    return answer;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The application has its own dependents.
  private void watch(CompletableFuture<?> future) {
    future.handle( // Not whenComplete, which would add a fault to the exception.
        (response, thrown) -> {
          FaultBoundary.run(call, WHERE, () -> ended((HttpResponse<?>) response, thrown));
          return null;
        });
  }

  private void ended(HttpResponse<?> response, Throwable thrown) {
    try {
      if (response != null) {
        boolean redirected = redirectCounts && ClientTypes.isRedirected(response);
        attempt.responded(response.statusCode(), new JdkHeaders(response.headers()), redirected);
      } else if (thrown != null) {
        attempt.threw(
            HandlerFailures.unwrapped(thrown), JdkFailures.classify(thrown), redirectCounts);
      }
    } finally {
      attempt.finish(); // Does nothing if the outcome was seen.
    }
  }
}
