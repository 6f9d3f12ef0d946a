package io.redial.client.jdk;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * A response whose body may go on, where a fault of Redial's came after the client had given it out
 * (rule 1.4): for the client that body is empty. Uses nothing that may have failed.
 */
final class AnyhowResponse {
  private AnyhowResponse() {}

  /** What {@code send} returns. */
  static <T> HttpResponse<T> read(ResumableBody<T> body, HttpResponse<T> seen) throws Exception {
    try {
      return with(seen, body(body).get());
    } catch (ExecutionException e) {
      throw ofSend(e.getCause());
    }
  }

  /** As the client reports it. */
  private static Exception ofSend(Throwable cause) {
    try {
      return HandlerFailures.ofSend(cause);
    } catch (Throwable another) {
      return new IOException(cause.getMessage(), cause);
    }
  }

  /** Completes the future of {@code sendAsync}. */
  @SuppressWarnings("FutureReturnValueIgnored") // It completes the other.
  static <T> void complete(
      CompletableFuture<HttpResponse<T>> future, ResumableBody<T> body, HttpResponse<T> seen) {
    body(body)
        .whenComplete(
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

  /** What the application's handler makes of the body, which is read from now on. */
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
    return Remains.result(body.delivery.application);
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
