package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.Call;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Delivers a response with a resumable body after an internal fault that occurred once the client
 * had returned the response (rule 1.4). The client's own response has an empty body. Uses nothing
 * that may have failed.
 */
final class ResponseAfterFault {
  private ResponseAfterFault() {}

  /**
   * Returns the response for {@code send}.
   *
   * @param body null if the body is not resumable
   * @param given the client's response, which is used unless the attempt has one; may be null
   * @throws Throwable the failure as the client reports it, which is then also the attempt's; or
   *     {@code fault} if there is no such response
   */
  @SuppressWarnings("unchecked") // The attempt's response is one of the same call.
  static <T> HttpResponse<T> read(
      Attempt attempt, ResumableBody<T> body, HttpResponse<T> given, Throwable fault)
      throws Throwable {
    HttpResponse<T> seen =
        (HttpResponse<T>) (attempt.response() == null ? given : attempt.response());
    if (body == null || seen == null) {
      throw fault;
    }
    return read(attempt, body(body), seen, fault);
  }

  /** The same for a body that is being read already. */
  static <T> HttpResponse<T> read(
      Attempt attempt, CompletableFuture<T> body, HttpResponse<T> seen, Throwable fault)
      throws Throwable {
    tell(call(attempt), fault);
    attempt.returned(null); // Until the body is there.
    try {
      HttpResponse<T> whole = with(seen, body.get());
      attempt.returned(whole);
      return whole;
    } catch (InterruptedException e) {
      attempt.failedWith(e);
      throw e;
    } catch (ExecutionException e) {
      attempt.failedWith(ofSend(e.getCause()));
      throw attempt.failure();
    }
  }

  private static Call call(Attempt attempt) {
    try {
      return attempt.call();
    } catch (Throwable another) {
      return null;
    }
  }

  /** Logs a fault if possible. */
  static void tell(Call call, Throwable fault) {
    try {
      call.fault("java.net.http response", fault);
    } catch (Throwable another) {
      // The call continues without the log line.
    }
  }

  /**
   * Returns the exception as {@code send} reports it, even if that cannot be made. Never throws.
   */
  static Exception ofSend(Throwable cause) {
    try {
      return HandlerFailures.ofSend(cause);
    } catch (Throwable another) {
      return new IOException(cause.getMessage(), cause);
    }
  }

  /** Completes the future of {@code sendAsync}. */
  static <T> void complete(
      CompletableFuture<HttpResponse<T>> future, ResumableBody<T> body, HttpResponse<T> seen) {
    complete(future, body(body), seen);
  }

  /** The same for a body that is being read already. */
  @SuppressWarnings("FutureReturnValueIgnored") // It completes the other.
  static <T> void complete(
      CompletableFuture<HttpResponse<T>> future, CompletableFuture<T> body, HttpResponse<T> seen) {
    body.whenComplete(
        (value, thrown) -> {
          if (thrown == null) {
            future.complete(with(seen, value));
          } else {
            future.completeExceptionally(ofSendAsync(thrown));
          }
        });
  }

  private static Throwable ofSendAsync(Throwable thrown) {
    try {
      return HandlerFailures.ofSendAsync(thrown);
    } catch (Throwable another) {
      return thrown instanceof CompletionException ? thrown : new CompletionException(thrown);
    }
  }

  /** Starts reading the body, and returns what the application's handler makes of it. */
  private static <T> CompletableFuture<T> body(ResumableBody<T> body) {
    try {
      if (body.first.held) {
        body.first.release();
      }
    } catch (Throwable another) {
      body.first.held = false;
      body.delivery.broke(another);
      body.delivery.settle();
    }
    return result(body.delivery.application);
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

  /**
   * Returns what the application's handler makes of the body, without the methods of {@link
   * ApplicationBody}, which may have failed.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // It completes the result.
  private static <T> CompletableFuture<T> result(ApplicationBody<T> application) {
    if (!application.isAsked) {
      application.isAsked = true;
      try {
        KeptPieces.relayAfterFault(application.subscriber.getBody(), application.result);
      } catch (Throwable thrown) { // From the application's subscriber.
        application.result.completeExceptionally(thrown);
      }
    }
    if (application.failure != null) {
      application.result.completeExceptionally(application.failure);
    }
    return application.result;
  }
}
