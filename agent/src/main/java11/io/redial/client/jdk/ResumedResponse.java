package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.CallbackDriver;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * The response with a body that is resumed after cuts, once the application's handler has made the
 * body. For the client, that body is empty.
 */
final class ResumedResponse {
  private ResumedResponse() {}

  /**
   * Returns the response for {@code send}.
   *
   * @throws Throwable the failure as the client reports it; it is the attempt's failure
   */
  static <T> HttpResponse<T> read(Attempt attempt, ResumableBody<T> body, HttpResponse<T> seen)
      throws Throwable {
    attempt.returned(null); // Until the body is there.
    release(body, seen);
    try {
      return read(attempt, body.applications(), seen);
    } catch (InterruptedException e) {
      end(body, new IOException("interrupted"));
      throw e;
    }
  }

  /** The same for a body that is being read already. */
  static <T> HttpResponse<T> read(Attempt attempt, CompletionStage<T> body, HttpResponse<T> seen)
      throws Throwable {
    attempt.returned(null);
    try {
      HttpResponse<T> whole = new RestoredResponse<>(seen, body.toCompletableFuture().get());
      attempt.returned(whole);
      return whole;
    } catch (InterruptedException e) {
      attempt.failedWith(e);
      throw e;
    } catch (ExecutionException e) {
      attempt.failedWith(HandlerFailures.ofSend(e.getCause()));
      throw attempt.failure();
    }
  }

  /** Starts reading the body, perhaps on this thread; what its subscriber throws ends the body. */
  private static void release(ResumableBody<?> body, HttpResponse<?> seen) {
    body.plan.comesFrom(seen.uri().toString());
    try {
      body.first.release();
    } catch (Throwable thrown) {
      if (thrown != body.delivery.application.thrown) {
        throw thrown;
      }
      end(body, thrown);
    }
  }

  private static void end(ResumableBody<?> body, Throwable thrown) {
    try {
      body.abort(thrown);
    } catch (Throwable another) {
      if (another != body.delivery.application.thrown) {
        throw another;
      } // The subscriber threw when it was told; the first exception is the outcome.
    }
  }

  /**
   * Reports the response for {@code sendAsync} to the driver.
   *
   * @param failure makes the exception of the application's future from that of the body
   */
  static <T> void report(
      Attempt attempt,
      ResumableBody<T> body,
      HttpResponse<T> seen,
      Function<Throwable, CompletionException> failure,
      CallbackDriver<HttpResponse<T>> driver) {
    release(body, seen);
    report(attempt, body.applications(), seen, failure, driver);
  }

  /** The same for a body that is being read already. */
  @SuppressWarnings("FutureReturnValueIgnored") // It reports.
  static <T> void report(
      Attempt attempt,
      CompletionStage<T> body,
      HttpResponse<T> seen,
      Function<Throwable, CompletionException> failure,
      CallbackDriver<HttpResponse<T>> driver) {
    body.handle(
        (value, thrown) -> {
          try {
            if (thrown == null) {
              driver.completed(attempt, new RestoredResponse<>(seen, value));
            } else {
              driver.failed(attempt, failure.apply(thrown));
            }
          } catch (Throwable fault) {
            driver.settle(attempt, seen, null, fault);
          }
          return null;
        });
  }
}
