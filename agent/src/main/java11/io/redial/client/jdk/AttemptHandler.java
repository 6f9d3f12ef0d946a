package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.FirstByte;
import io.redial.call.RetryOutlook;
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
 * One attempt. It takes the place of the application's body handler, so that it sees a response
 * before any of its body reaches the application (rule 1.3).
 */
final class AttemptHandler<T> extends Attempt implements HandlerOwner<T> {
  private final JdkExchange<T> exchange;
  private final HeadTimeout clock;
  private HttpRequest sent;

  /** Whether the application's body handler was called. */
  volatile boolean asked;

  private volatile KeptBody<T> kept;
  private volatile boolean readsToTheEnd;

  /** The response's body if it can be resumed after a cut; otherwise null. */
  volatile ResumableBody<T> resumable;

  /** The response that is held back until the first byte of its body, or null. */
  volatile HeldResponse<T> held;

  private volatile boolean isFailed;

  private AttemptHandler(Call call, JdkExchange<T> exchange) {
    super(call);
    this.exchange = exchange;
    this.clock = HeadTimeout.of(call, exchange.client, !exchange.sendsOwnTimeout(call, number()));
  }

  /**
   * Returns the next attempt of a call.
   *
   * @throws RejectedExecutionException if it is a further attempt and the application has shut down
   *     its client's executor: up to Java 17, {@code send} then never returns
   */
  static <T> AttemptHandler<T> next(Call call, JdkExchange<T> exchange) {
    if (call.attempts() > 0 && Closing.isExecutorShutDown(exchange.client)) {
      throw new RejectedExecutionException("the client's executor is shut down");
    }
    return new AttemptHandler<>(call, exchange);
  }

  /** Returns the request to send, and starts the attempt's clock. */
  HttpRequest toSend() {
    sent = exchange.toSend(call(), number());
    call().startAttemptClock();
    return sent;
  }

  /** Whether a timer may end the attempt before the response's head arrives. */
  boolean isClocked() {
    return clock != null;
  }

  /** Called once the client has started the attempt. */
  void begun(CompletableFuture<?> underWay) {
    try {
      HeadTimeout.start(clock, this, underWay);
    } catch (Throwable fault) { // The attempt then has no time limit.
      exchange.fault("java.net.http timeout", fault);
    }
  }

  /** Whether the attempt was ended because it took too long. */
  boolean isTimedOut() {
    return HeadTimeout.hasEnded(clock);
  }

  /** Called when the attempt is over, or the caller was interrupted and no longer waits for it. */
  void stopClock() {
    HeadTimeout.forget(clock);
  }

  /** Whether the attempt sends the application's own request and not a copy. */
  @SuppressWarnings("ReferenceEquality") // A copy equals the original by definition.
  boolean sendsOriginal() {
    return sent == exchange.original;
  }

  HttpRequest sent() {
    return sent;
  }

  /**
   * Decides on a response whose head has arrived. Returns the subscriber that takes the body if the
   * response is given up on, or null if the application's own subscriber takes it; {@link
   * #committed} must then be called. Throws nothing except on entry.
   */
  KeptBody<T> givenUpBody(ResponseInfo info) {
    try {
      if (!HeadTimeout.stop(clock)) {
        return null;
      }
      readsToTheEnd = false;
      held = null;
      if (!head(info.statusCode(), new JdkHeaders(info.headers()), false).retries()) {
        return null;
      }
      exchange.unsettled(); // A shutdown that begins from now on waits for the call.
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
      giveUp(false);
      exchange.fault("java.net.http response", fault);
      return null;
    }
  }

  /**
   * Returns the subscriber that holds a response back until its first byte; null if it is not held.
   */
  HeldResponse<T> held(ResponseInfo info) {
    if (call().policy().commitsAtFirstByte()) {
      long length = info.headers().firstValueAsLong("Content-Length").orElse(-1);
      if (FirstByte.isAwaited(this, info.statusCode(), length, exchange.redirected(this))) {
        boolean awaitsClient = BodyPlans.plan(call(), exchange, info) != null;
        held = new HeldResponse<>(info, this, this, awaitsClient);
        if (isFailed) {
          held.drop();
        }
      }
    }
    return held;
  }

  /**
   * Called when the client has returned its response. Returns what the application's handler threw
   * if it was called only now.
   */
  Throwable returned() {
    HeldResponse<T> response = held;
    return response == null ? null : response.returned();
  }

  /**
   * Returns what the application's handler makes of a body that was held back until the client had
   * returned its response, and then was not resumable, perhaps because of an internal fault. Null
   * if there is no such body.
   */
  CompletableFuture<T> heldBody() {
    HeldResponse<T> response = held;
    return response == null ? null : response.result();
  }

  /** The same after an internal fault, which may have kept the response from being handed over. */
  CompletableFuture<T> heldBodyAfterFault() {
    HeldResponse<T> response = held;
    if (response == null) {
      return null;
    }
    Throwable refused = response.returned();
    CompletableFuture<T> body = response.result();
    if (refused != null && body != null) {
      body.completeExceptionally(refused);
    }
    return body;
  }

  /**
   * Called when the client has failed the attempt. Its response may have begun, or begin even now:
   * whoever cancels a call does not wait for the client's thread.
   */
  void clientFailed() {
    isFailed = true; // Set before the body is read, and read after the body is set.
    HeldResponse<T> response = held;
    ResumableBody<T> body = resumable;
    if (response != null) {
      response.drop();
    }
    if (body != null) {
      body.first.clientFailed();
    }
  }

  @Override
  public BodySubscriber<T> handOver(ResponseInfo info) {
    return new SentHandler<>(exchange.handler, this).apply(info, this);
  }

  @Override
  public BodySubscriber<T> handOverAfterFault(ResponseInfo info, Throwable thrown)
      throws Throwable {
    if (asked) {
      throw thrown;
    }
    asked = true;
    return exchange.handler.apply(info);
  }

  /**
   * Completes the future off the thread that delivers the bytes if the subscriber may wait for
   * more.
   */
  @Override
  public void relay(BodySubscriber<T> subscriber, CompletableFuture<T> to) {
    Runnable relay =
        () -> {
          if (subscriber instanceof FirstSource) {
            to.complete(null);
            return;
          }
          try {
            KeptPieces.relay(subscriber.getBody(), to);
          } catch (Throwable thrown) { // From the application's subscriber.
            to.completeExceptionally(thrown);
          }
        };
    if (readsToTheEnd && resumable == null) {
      relay.run();
    } else {
      exchange.onClientsThread(to, relay);
    }
  }

  /**
   * Whether to keep the client from re-sending this attempt by itself. It may do so in the first
   * attempt only, so that attempts do not multiply (rule 7.1).
   *
   * @param reason the client's {@code RetryContext}; null up to Java 25
   */
  boolean standsBack(Object reason) {
    return number() > 1 && ResendVeto.afterTheFirst(reason);
  }

  /**
   * Called when the application's body handler has returned the subscriber for the body.
   *
   * @return the subscriber to which the client is to deliver the body
   */
  BodySubscriber<T> committed(ResponseInfo info, BodySubscriber<T> subscriber) {
    committed(subscriber);
    if (call().policy().resume().isEmpty() || subscriber == null) {
      return subscriber;
    }
    ResumableBody<T> body = BodyPlans.body(call(), exchange, info, subscriber);
    resumable = body;
    if (isFailed && body != null) {
      body.first.clientFailed();
    }
    return body == null ? subscriber : body.first;
  }

  ResumableBody<T> resumable() {
    return resumable;
  }

  private void committed(BodySubscriber<T> subscriber) {
    // Some of the JDK's own subscribers show nothing until the end; such a body can be requested
    // again (rule 2.2).
    readsToTheEnd = mayAskAgain() && ClientTypes.readsToTheEnd(subscriber);
    if (!readsToTheEnd || (exchange.copiesBody() && !isRepeatedIfItBreaksOff())) {
      exchange.commit();
    }
  }

  /** Whether the copy of the request body may be needed while the response body is read (6.5). */
  private boolean isRepeatedIfItBreaksOff() {
    return RetryOutlook.policyCovers(call(), Outcome.failure(Failure.CONNECTION_ERROR))
        || RetryOutlook.policyCovers(call(), Outcome.failure(Failure.TIMEOUT));
  }

  /** Returns false if a retry was ruled out for any reason other than a missing hint. */
  private boolean mayAskAgain() {
    NoRetryReason reason = decision().noRetryReason();
    return reason == null || reason == NoRetryReason.NO_HINT;
  }

  /**
   * Passes the body to the application, and no retry follows. Called when the body is too long to
   * keep, or too slow, before it is known whether a redirect led to it (rule 2.11).
   */
  private BodySubscriber<T> promote(ResponseInfo info) {
    reconsider(true);
    BodySubscriber<T> subscriber = exchange.handler.apply(info);
    committed(subscriber);
    return subscriber;
  }

  /**
   * Whether a failure from now on may be retried, because the application's code has seen nothing.
   */
  boolean isOpen() {
    ResumableBody<T> body = resumable;
    HeldResponse<T> response = held;
    return (decision() == null && !asked)
        || (response != null && response.isHeld())
        || (readsToTheEnd && (body == null || body.first.isHeld()));
  }

  /** Stops reading a response that is given up on; returns false if there is none. */
  boolean stopGivenUpBody() {
    KeptBody<T> body = kept;
    return body != null && body.stop();
  }

  /** Whether all of the given-up response was kept. */
  boolean isComplete() {
    KeptBody<T> body = kept;
    return body != null && body.isComplete();
  }

  /**
   * Returns the given-up response with the body that the application's handler makes of what was
   * kept.
   *
   * @throws Throwable if the body was not complete, or the handler failed, as the client reports
   *     it; it becomes the attempt's failure
   */
  HttpResponse<T> restoreNow(HttpResponse<T> response) throws Throwable {
    CompletableFuture<T> body = restoredBody().toCompletableFuture();
    T value;
    try {
      value = body.join();
    } catch (Throwable thrown) { // From the application's body handler.
      failedWith(HandlerFailures.ofSend(thrown));
      throw failure();
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
