package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.CallbackDriver;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.FaultLog;
import io.redial.kernel.PushedBody;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * The client's response with what the application's handler makes of its body. For the client, the
 * body of a response that may be resumed is empty.
 */
final class ReplacedResponse {
  private static final String WHERE = "java.net.http response";

  private ReplacedResponse() {}

  /**
   * Returns the response for {@code send}.
   *
   * @throws Throwable the failure as the client reports it; it is the attempt's failure
   */
  static <T> HttpResponse<T> read(Attempt attempt, PushedBody<?, ?, T> body, HttpResponse<T> seen)
      throws Throwable {
    attempt.returned(null); // Until the body is there.
    body.returned();
    // The client, too, waits for a future that depends on the application's.
    CompletableFuture<T> waited = body.result().thenApply(Function.identity());
    T value;
    try {
      value = attempt.await(FaultLog.NONE, waited, HandlerFailures::ofSend);
    } catch (InterruptedException e) {
      body.abort(new IOException("interrupted"));
      throw e;
    }
    HttpResponse<T> whole = new RestoredResponse<>(seen, value);
    attempt.returned(whole);
    return whole;
  }

  /** Reports the response for {@code sendAsync} to the driver. */
  @SuppressWarnings("FutureReturnValueIgnored") // It reports.
  static <T> void report(
      Attempt attempt,
      PushedBody<?, ?, T> body,
      HttpResponse<T> seen,
      Function<Throwable, CompletionException> failure,
      CallbackDriver<HttpResponse<T>> driver) {
    body.returned();
    FaultBoundary.handle(
        body.result(),
        (value, thrown) -> {
          if (thrown == null) {
            driver.completed(attempt, new RestoredResponse<>(seen, value));
          } else {
            driver.failed(attempt, failure.apply(thrown));
          }
        },
        fault -> driver.settle(attempt, seen, null, fault));
  }

  // After a fault, without the methods that may have failed.

  /**
   * Returns the response for {@code send} after a fault.
   *
   * @param given the client's own
   */
  @SuppressWarnings("unchecked") // The attempt's response is one of the same call.
  static <T> HttpResponse<T> readAfterFault(
      Attempt attempt, PushedBody<?, ?, T> body, HttpResponse<T> given, Throwable fault)
      throws Throwable {
    body.bypass(fault);
    HttpResponse<T> seen =
        (HttpResponse<T>) (attempt.response() == null ? given : attempt.response());
    attempt.returned(null);
    body.returned();
    CompletableFuture<T> waited = body.result().thenApply(Function.identity());
    T value = attempt.await(FaultLog.NONE, waited, HandlerFailures::ofSend);
    HttpResponse<T> whole = with(seen, value);
    attempt.returned(whole);
    return whole;
  }

  /** Completes the future of {@code sendAsync} after a fault. */
  @SuppressWarnings("FutureReturnValueIgnored") // It completes the other.
  static <T> void completeAfterFault(
      CompletableFuture<HttpResponse<T>> future, PushedBody<?, ?, T> body, HttpResponse<T> seen) {
    body.returned();
    body.result()
        .whenComplete(
            (value, thrown) -> {
              if (thrown == null) {
                future.complete(with(seen, value));
              } else {
                Throwable other =
                    thrown instanceof CompletionException
                        ? thrown
                        : new CompletionException(thrown);
                future.completeExceptionally(
                    FaultBoundary.ask(
                        FaultLog.NONE, WHERE, () -> HandlerFailures.ofSendAsync(thrown), other));
              }
            });
  }

  @SuppressWarnings("unchecked") // Only the body differs, and it is of that type.
  private static <T> HttpResponse<T> with(HttpResponse<T> seen, T value) {
    return (HttpResponse<T>)
        Proxy.newProxyInstance(
            HttpResponse.class.getClassLoader(),
            new Class<?>[] {HttpResponse.class},
            (proxy, method, arguments) ->
                method.getName().equals("body") ? value : asked(seen, method, arguments));
  }

  private static Object asked(Object seen, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(seen, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
