package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.BlockingCall;
import io.redial.call.BlockingDriver;
import io.redial.call.Call;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ReentryGuard;
import io.redial.policy.Failure;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One {@code send} call: the application's arguments, and the attempts that are made from them. */
class JdkExchange<T> implements BlockingCall<HttpResponse<T>>, JdkResumption.Recipient {
  final JdkRequest request;
  final BodyHandler<T> handler;
  Call call;
  private volatile SentHandler<T> handed;

  /** The current attempt, if its response's body may be resumed after a cut. */
  private volatile AttemptHandler<T> latest;

  /** The failure of a body that the application has cancelled, or null. */
  private volatile IOException cancelledBody;

  JdkExchange(JdkRequest request, BodyHandler<T> handler) {
    this.request = request;
    this.handler = handler;
  }

  /** Returns the request as the policy sees it; null if the call is left to the client. */
  @Override
  public final OutgoingRequest request() {
    return handler == null || request.isLeftToTheClient() ? null : request;
  }

  @Override
  public boolean blocks() {
    return true;
  }

  @Override
  public Attempt prepare(Call begun) {
    call = begun;
    request.begin(begun);
    return attempt(call);
  }

  @Override
  public Object run(Call begun, Attempt first) {
    ClientOutcome answer = BlockingDriver.run(begun, this, first);
    FaultBoundary.finish(begun, "java.net.http send", request);
    return answer;
  }

  @Override
  public Object observe(PassiveAttempt attempt) {
    request.limit(attempt.call());
    ClientOutcome answer =
        attempt.answerOf(
            request.client,
            () -> {
              attempt.markMade();
              return request.client.send(request.original, handler);
            });
    observed(attempt, (HttpResponse<?>) attempt.response(), attempt.failure());
    return answer;
  }

  /** Called with the outcome of a passive call, which the application gets from the client. */
  final void observed(PassiveAttempt attempt, HttpResponse<?> response, Throwable thrown) {
    try {
      if (response != null) {
        boolean followed = redirected(attempt) && ClientTypes.isRedirected(response);
        attempt.responded(response.statusCode(), new JdkHeaders(response.headers()), followed);
      } else if (thrown != null) {
        Throwable cause = HandlerFailures.unwrapped(thrown);
        attempt.threw(cause, JdkFailures.classify(thrown), redirected(attempt));
      }
    } finally {
      attempt.finish(); // Does nothing if the outcome was seen.
    }
  }

  /**
   * Returns the next attempt; null if it is a further one and the application has shut down its
   * client's executor: up to Java 17, {@code send} would then never return.
   */
  @Override
  public AttemptHandler<T> attempt(Call call) {
    if (call.attempts() > 0 && request.isExecutorShutDown()) {
      return null;
    }
    return new AttemptHandler<>(call, this);
  }

  @Override
  public HttpResponse<T> send(Attempt attempt) throws Throwable {
    AttemptHandler<T> sent = ours(attempt);
    HttpRequest toSend = sent.toSend();
    HttpResponse<T> response = null;
    try {
      boolean direct = !request.isAwaited() && sent.clock == null;
      response = direct ? send(toSend, sent) : sendAndWait(toSend, sent);
      return received(sent, response);
    } catch (InterruptedException thrown) {
      FaultBoundary.run(call, "java.net.http response", sent::clientFailed);
      throw thrown;
    } catch (Throwable thrown) {
      if (thrown != attempt.failure()) {
        PushedBody<?, ?, T> begun = sent.body;
        if (response == null || begun == null || !begun.isReplaced()) {
          throw thrown;
        }
        return ReplacedResponse.readAfterFault(attempt, begun, response, thrown);
      }
      if (response == null) {
        brokeOff(sent);
      }
      throw thrown;
    }
  }

  private HttpResponse<T> send(HttpRequest toSend, AttemptHandler<T> sent) throws Throwable {
    request.taken();
    SentHandler<T> sentHandler = handed(sent);
    Object outer = ReentryGuard.open(request.client);
    try {
      sent.markMade();
      HttpResponse<T> response = request.client.send(toSend, sentHandler);
      sent.returned(response);
      return response;
    } catch (Throwable thrown) {
      sent.failedWith(thrown);
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
  }

  /**
   * Called when the application cancels the call while its body is being read: the body is not
   * resumed any more.
   *
   * @param readsOn whether the subscriber still gets the body of the response's own connection
   */
  void stopResuming(boolean readsOn) {
    AttemptHandler<T> last = latest;
    PushedBody<?, ?, T> body = last == null ? null : last.body;
    if (body == null || last.resumable == null) {
      return;
    }
    IOException failure = Cancellations.ofBody();
    cancelledBody = failure;
    if (readsOn) {
      body.stop(failure);
    } else {
      body.abort(failure);
    }
  }

  /** Returns the exception for {@code sendAsync} when the body has failed with the given one. */
  CompletionException ofSendAsync(Throwable thrown) {
    IOException cancelled = cancelledBody;
    return cancelled != null && cancelled == HandlerFailures.unwrapped(thrown)
        ? Cancellations.ofBody(cancelled)
        : HandlerFailures.ofSendAsync(thrown);
  }

  /** Returns the body handler for an attempt, and detaches the handler of the attempt before. */
  SentHandler<T> handed(AttemptHandler<T> attempt) {
    release();
    if (!call.policy().resume().isEmpty()) {
      latest = attempt;
    }
    handed = new SentHandler<>(handler, attempt);
    return handed;
  }

  /**
   * Stops reading a response that is given up on, without ending its exchange; returns false if
   * there is none.
   */
  boolean stopGivenUpBody() {
    SentHandler<T> last = handed;
    return last != null && last.stopGivenUpBody();
  }

  private void release() {
    SentHandler<T> last = handed;
    if (last != null) {
      last.release();
    }
  }

  /**
   * Sends an attempt that a timer may have to end, or for which another thread waits: that thread
   * shuts the client down once the client has accepted the attempt.
   */
  private HttpResponse<T> sendAndWait(HttpRequest toSend, AttemptHandler<T> sent) throws Throwable {
    CompletableFuture<HttpResponse<T>> future;
    sent.usesFuture = true;
    SentHandler<T> sentHandler = handed(sent);
    try {
      future =
          sent.make(
              request.client,
              () -> {
                sent.markMade();
                return request.client.sendAsync(toSend, sentHandler);
              });
    } finally { // The attempt is under way whatever fails here.
      FaultBoundary.run(call, "java.net.http close", request::taken);
    }
    FaultBoundary.run(
        call, "java.net.http timeout", () -> HeadTimeout.start(sent.clock, sent, future));
    try {
      HttpResponse<T> response = sent.await(call, future, HandlerFailures::ofSend);
      sent.returned(response);
      return response;
    } catch (InterruptedException e) {
      AwaitedBody<T> awaited = sent.awaited;
      if (awaited == null || !awaited.arrived) {
        future.cancel(true); // As send does.
      }
      throw e;
    } finally {
      HeadTimeout.forget(sent.clock);
    }
  }

  private HttpResponse<T> received(AttemptHandler<T> attempt, HttpResponse<T> response)
      throws Throwable {
    HttpResponse<T> seen = seen(attempt, response);
    PushedBody<?, ?, T> begun = attempt.body;
    if (begun != null && begun.isReplaced()) {
      attempt.comesFrom(seen.uri());
      return ReplacedResponse.read(attempt, begun, seen);
    }
    attempt.returned(seen);
    return endsRedirect(attempt, response) ? attempt.restoreNow(seen) : seen;
  }

  /**
   * Whether a response that was to be retried turns out to be the end of a redirect, so that no
   * retry follows (rule 2.11).
   */
  boolean endsRedirect(AttemptHandler<T> attempt, HttpResponse<T> response) {
    if (!attempt.givenUp() || !redirected(attempt)) {
      return false;
    }
    if (attempt.reconsider(ClientTypes.isRedirected(response)).retries()) {
      request.freezeBody();
      return false;
    }
    return true;
  }

  /**
   * Called when the client failed, perhaps because the body of a given-up response broke off. It is
   * then unknown whether a redirect led to that response, so nothing is sent again (rule 2.11).
   */
  void brokeOff(AttemptHandler<T> attempt) {
    attempt.clientFailed();
    if (redirected(attempt)) {
      attempt.reconsider(true);
    }
  }

  /** Called when the future of an attempt that does not block is done. */
  void ended(AttemptHandler<T> attempt, HttpResponse<T> response, Throwable thrown) {}

  /** Settles the call after a fault in {@link #ended}, which would otherwise go unnoticed. */
  void settle(
      AttemptHandler<T> attempt, HttpResponse<T> response, Throwable thrown, Throwable fault) {}

  /** Returns the response with the application's request (rule 1.1). */
  HttpResponse<T> seen(AttemptHandler<T> attempt, HttpResponse<T> response) {
    return attempt.sendsOriginal()
        ? response
        : new OriginalResponse<>(response, request.original, attempt.sent);
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    boolean isOpen = ours(attempt).isOpen() && !request.hasBodyFailed();
    Failure kind = isOpen ? JdkFailures.classify(thrown) : Failure.OTHER;
    if (kind == Failure.TIMEOUT && isOwnTimeout(attempt)) {
      attempt.call().limitTo(0); // The client's clock may be ahead of Redial's.
    }
    return kind;
  }

  /** Whether an attempt that took too long was ended by the application's own timeout. */
  private boolean isOwnTimeout(Attempt attempt) {
    HeadTimeout clock = ours(attempt).clock;
    return request.original.timeout().isPresent()
        && request.sendsOwnTimeout(attempt.call(), attempt.number())
        && !request.clientLimitsTries(attempt.call())
        && (clock == null || !clock.hasEnded());
  }

  /** Whether the client may have followed a redirect, and the request must not be sent again. */
  @Override
  public boolean redirected(Attempt attempt) {
    return request.client.followRedirects() != HttpClient.Redirect.NEVER
        && !attempt.call().policy().idempotent(request);
  }

  @Override
  public HttpResponse<T> restore(Attempt attempt, HttpResponse<T> givenUp) throws Throwable {
    AttemptHandler<T> sent = ours(attempt);
    return sent.isComplete() ? sent.restoreNow(givenUp) : null;
  }

  @Override
  public HttpResponse<T> restoreIncomplete(Attempt attempt, HttpResponse<T> givenUp)
      throws Throwable {
    return ours(attempt).restoreNow(givenUp);
  }

  @Override
  public Throwable interrupted(InterruptedException e) {
    return e;
  }

  @Override
  public void finish() {
    try {
      release();
    } finally {
      request.commit();
    }
  }

  @Override
  public boolean isUnwanted() {
    return false;
  }

  @Override
  public void onceDone(Runnable task) {}

  @SuppressWarnings("unchecked")
  AttemptHandler<T> ours(Attempt attempt) {
    return (AttemptHandler<T>) attempt;
  }
}
