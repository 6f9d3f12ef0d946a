package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.Failure;
import io.redial.policy.NoRetryReason;
import io.redial.policy.Outcome;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;

/**
 * One attempt, asked in the place of the application's body handler, where a response is recognised
 * before any of its body reaches the application (rule 1.3).
 */
final class AttemptHandler<T> extends Attempt {
  private final JdkExchange<T> exchange;
  private HttpRequest sent;
  private volatile KeptBody<T> kept;
  private volatile boolean readsToTheEnd;

  private AttemptHandler(Call call, JdkExchange<T> exchange) {
    super(call);
    this.exchange = exchange;
  }

  /**
   * The next attempt.
   *
   * @throws RejectedExecutionException if it is a further one and the application has shut its
   *     client's executor down: up to Java 17 a client without one never returns from {@code send}
   */
  static <T> AttemptHandler<T> next(Call call, JdkExchange<T> exchange) {
    if (call.attempts() > 0 && Closing.isExecutorShutDown(exchange.client)) {
      throw new RejectedExecutionException("the client's executor is shut down");
    }
    return new AttemptHandler<>(call, exchange);
  }

  /** The request that goes on the wire. */
  HttpRequest toSend() {
    sent = exchange.toSend(call(), number());
    return sent;
  }

  /** Whether that is the application's own request and no copy. */
  @SuppressWarnings("ReferenceEquality") // A copy equals the original by definition.
  boolean sendsOriginal() {
    return sent == exchange.original;
  }

  HttpRequest sent() {
    return sent;
  }

  /**
   * What takes the body of a response that is given up on, whose head is there; null if the
   * application's own subscriber does, of which {@link #committed} is to be told then. Never throws
   * but at its very entry.
   */
  KeptBody<T> givenUpBody(ResponseInfo info) {
    try {
      readsToTheEnd = false;
      if (!head(info.statusCode(), new JdkHeaders(info.headers()), false).retries()) {
        return null;
      }
      exchange.unsettled(); // From now on a shutdown waits for the call, if it has not begun.
      if (!withdrawnIfClosing().retries()) {
        return null;
      }
      KeptBody<T> body;
      if (exchange.mayBeRedirected()) {
        body = new KeptBody<>(info, call(), () -> promote(info));
      } else {
        exchange.freezeBody();
        body = new KeptBody<>(info, call(), null);
      }
      kept = body;
      return body;
    } catch (Throwable fault) {
      givenUp = false;
      exchange.fault("java.net.http response", fault);
      return null;
    }
  }

  /**
   * Whether the client is not to send this attempt again by itself: it does that within the first
   * one only, so that attempts do not multiply (rule 7.1).
   *
   * @param reason what the client knows of it, in its own words; null up to Java 25
   */
  boolean standsBack(Object reason) {
    // From 26 on: no connection takes another stream, which is nothing that was lost.
    return number() > 1 && !String.valueOf(reason).contains("StreamLimitException");
  }

  /** The application's handler was asked, and that subscriber will get the body. */
  void committed(BodySubscriber<T> subscriber) {
    // What the JDK's own subscribers keep to themselves until the end may be asked for again (2.2).
    readsToTheEnd = mayAskAgain() && ClientTypes.readsToTheEnd(subscriber);
    if (!readsToTheEnd || (exchange.copiesBody() && !isRepeatedIfItBreaksOff())) {
      exchange.commit();
    }
  }

  /** Whether the copy of the request's body may be needed while the response's is read (6.5). */
  private boolean isRepeatedIfItBreaksOff() {
    return call().covers(Outcome.failure(Failure.CONNECTION_ERROR))
        || call().covers(Outcome.failure(Failure.TIMEOUT));
  }

  /** Not where the server, or the time that is left, spoke against it. */
  private boolean mayAskAgain() {
    NoRetryReason refusal = decision().refusal();
    return refusal == null || refusal == NoRetryReason.NO_HINT;
  }

  /**
   * More body than is kept came, or it came too slowly, before it is known whether it was
   * redirected: no retry (2.11).
   */
  private BodySubscriber<T> promote(ResponseInfo info) {
    reconsider(true);
    BodySubscriber<T> subscriber = exchange.handler.apply(info);
    committed(subscriber);
    return subscriber;
  }

  /** Whether a failure from now on may be retried: the application's code has seen nothing. */
  boolean isOpen() {
    return decision() == null || readsToTheEnd;
  }

  /** Whether the response is given up on, and is read no more. */
  boolean stopsGivenUpBody() {
    KeptBody<T> body = kept;
    return body != null && body.stop();
  }

  /** Whether all of the given-up response was kept. */
  boolean isComplete() {
    KeptBody<T> body = kept;
    return body != null && body.isComplete();
  }

  /**
   * The given-up response, as the application's handler makes it of what was kept.
   *
   * @throws Throwable if the body was not complete, or as the client says that the handler failed:
   *     the attempt's failure from now on
   */
  HttpResponse<T> restoreNow(HttpResponse<T> response) throws Throwable {
    CompletableFuture<T> body = restoredBody().toCompletableFuture();
    T value;
    try {
      value = body.join();
    } catch (Throwable thrown) { // Of the application's body handler.
      failure = HandlerFailures.ofSend(thrown);
      throw failure;
    }
    return new RestoredResponse<>(response, value);
  }

  CompletionStage<T> restoredBody() {
    KeptBody<T> keptBody = kept;
    ResponseInfo info = keptBody.info;
    BodySubscriber<T> subscriber;
    try {
      subscriber = Objects.requireNonNull(exchange.handler.apply(info));
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
    return keptBody.replayTo(subscriber);
  }
}
