package io.redial.client.jdk;

import io.redial.call.Call;
import io.redial.call.PassiveAttempt;
import io.redial.call.ReentryGuard;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A {@linkplain Call#isPassive passive} call: the client makes it from the application's own
 * request and handlers, and the application gets the client's own response or future. Redial only
 * looks at the outcome (rules 1.5 and 11.1).
 */
final class WatchedCall {
  private final Call call;
  private final PassiveAttempt attempt;
  private final HttpClient client;
  private final boolean redirectCounts;

  /** A call that is about to be made. */
  WatchedCall(PassiveAttempt attempt, HttpClient client) {
    this.call = attempt.call();
    this.attempt = attempt;
    this.client = client;
    this.redirectCounts =
        client.followRedirects() != HttpClient.Redirect.NEVER
            && !call.policy().idempotent(call.request());
  }

  /** Makes the call; returns what {@code send} returned, or null and what it threw. */
  <T> Object[] send(HttpRequest request, BodyHandler<T> handler) {
    HttpResponse<T> response = null;
    Throwable failure = null;
    Object outer = ReentryGuard.open(client);
    try {
      response = client.send(request, handler);
    } catch (Throwable thrown) {
      failure = thrown;
    }
    try {
      ReentryGuard.close(outer);
      ended(response, failure);
    } catch (Throwable fault) {
      call.fault("java.net.http passive call", fault);
    }
    return failure == null ? new Object[] {response} : new Object[] {null, failure};
  }

  /** Makes the call; returns what {@code sendAsync} returned, or null and what it threw. */
  <T> Object[] sendAsync(
      HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushHandler) {
    CompletableFuture<HttpResponse<T>> future = null;
    Throwable failure = null;
    Object outer = ReentryGuard.open(client);
    try {
      future =
          pushHandler == null
              ? client.sendAsync(request, handler)
              : client.sendAsync(request, handler, pushHandler);
    } catch (Throwable thrown) {
      failure = thrown;
    }
    try {
      ReentryGuard.close(outer);
      if (failure != null) {
        ended(null, failure);
      } else {
        watch(future);
      }
    } catch (Throwable fault) {
      call.fault("java.net.http passive call", fault);
    }
    return failure == null ? new Object[] {future} : new Object[] {null, failure};
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The application has its own dependents.
  private void watch(CompletableFuture<? extends HttpResponse<?>> future) {
    try {
      future.handle(this::ended); // Not whenComplete, which would add a fault to the exception.
    } catch (Throwable fault) {
      call.fault("java.net.http passive call", fault);
      attempt.endedUnseen();
    }
  }

  private Void ended(HttpResponse<?> response, Throwable thrown) {
    try {
      if (response != null) {
        boolean redirected = redirectCounts && Redirected.is(response);
        attempt.responded(response.statusCode(), new JdkHeaders(response.headers()), redirected);
      } else if (thrown != null) {
        attempt.threw(unwrapped(thrown), JdkFailures.classify(thrown), redirectCounts);
      }
    } catch (Throwable fault) {
      call.fault("java.net.http passive call", fault);
    } finally {
      attempt.endedUnseen(); // Does nothing if the outcome was seen.
    }
    return null;
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
