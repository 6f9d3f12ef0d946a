package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.Failure;
import io.redial.policy.Outcome;
import io.redial.policy.Refusal;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
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

  /** The subscriber for the body of a response whose head is there. */
  BodySubscriber<T> apply(ResponseInfo info) {
    readsToTheEnd = false;
    if (!head(info.statusCode(), new JdkHeaders(info.headers()), false).retries()) {
      return commit(info);
    }
    exchange.unsettled(); // From now on a shutdown waits for the call, if it has not begun.
    if (!withdrawnIfClosing().retries()) {
      return commit(info);
    }
    if (exchange.mayBeRedirected()) {
      kept = KeptBody.until(info, call(), () -> promote(info));
    } else {
      exchange.freezeBody();
      kept = KeptBody.upTo(info, call());
    }
    return kept;
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

  private BodySubscriber<T> commit(ResponseInfo info) {
    BodySubscriber<T> subscriber = exchange.handler.apply(info);
    // What the JDK's own subscribers keep to themselves until the end may be asked for again (2.2).
    readsToTheEnd = mayAskAgain() && ClientTypes.readsToTheEnd(subscriber);
    if (!readsToTheEnd || (exchange.copiesBody() && !isRepeatedIfItBreaksOff())) {
      exchange.commit();
    }
    return subscriber;
  }

  /** Whether the copy of the request's body may be needed while the response's is read (6.5). */
  private boolean isRepeatedIfItBreaksOff() {
    return call().covers(Outcome.failure(Failure.CONNECTION_ERROR))
        || call().covers(Outcome.failure(Failure.TIMEOUT));
  }

  /** Not where the server, or the time that is left, spoke against it. */
  private boolean mayAskAgain() {
    Refusal refusal = decision().refusal();
    return refusal == null || refusal == Refusal.NO_HINT;
  }

  /**
   * More body than is kept came, or it came too slowly, before it is known whether it was
   * redirected: no retry (2.11).
   */
  private BodySubscriber<T> promote(ResponseInfo info) {
    reconsider(true);
    return commit(info);
  }

  /** Whether a failure from now on may be retried: the application's code has seen nothing. */
  boolean isOpen() {
    return decision() == null || readsToTheEnd;
  }

  /** Whether all of the given-up response was kept. */
  boolean isComplete() {
    KeptBody<T> body = kept;
    return body != null && body.isComplete();
  }

  /**
   * The given-up response, as the application's handler makes it of what was kept.
   *
   * @throws IOException if the body was not complete, or as the client says that the handler failed
   */
  HttpResponse<T> restoreNow(HttpResponse<T> response) throws IOException {
    try {
      return new RestoredResponse<>(response, restoredBody().toCompletableFuture().join());
    } catch (Throwable thrown) { // Of the application's body handler.
      throw HandlerFailures.ofSend(thrown);
    }
  }

  CompletionStage<T> restoredBody() {
    return kept.replayTo(exchange.handler.apply(kept.info()));
  }
}
