package io.redial.client.jdk;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.CallbackExecution;
import io.redial.call.PassiveAttempt;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ReentryGuard;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** One {@code sendAsync} call and the future that the application holds. */
final class AsyncJdkExchange<T> extends JdkExchange<T>
    implements CallbackExecution<HttpResponse<T>> {
  private final AsyncResponse<HttpResponse<T>> future = new AsyncResponse<>(this);
  private final PushPromiseHandler<T> pushHandler;
  private CallbackDriver<HttpResponse<T>> driver;
  private volatile CompletableFuture<HttpResponse<T>> current;
  private volatile boolean cancelled;
  private volatile boolean delivered;

  /** What to do once the application's future is done; null before the first wait. */
  private volatile Runnable onceDone;

  /** The thread that makes a further attempt. Not volatile: a thread only looks for itself. */
  private Thread caller;

  AsyncJdkExchange(JdkRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushHandler) {
    super(request, handler);
    this.pushHandler = pushHandler;
  }

  @Override
  public boolean blocks() {
    return false;
  }

  @Override
  public Attempt prepare(Call begun) {
    driver = new CallbackDriver<>(begun, this);
    return super.prepare(begun);
  }

  @Override
  public Object run(Call begun, Attempt first) {
    return driver.start(first, future);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The application has its own dependents.
  public Object observe(PassiveAttempt attempt) {
    request.limit(attempt.call());
    ClientOutcome answer =
        attempt.answerOf(
            request.client,
            () -> {
              attempt.markMade();
              return pushHandler == null
                  ? request.client.sendAsync(request.original, handler)
                  : request.client.sendAsync(request.original, handler, pushHandler);
            });
    CompletableFuture<?> response = (CompletableFuture<?>) attempt.response();
    if (response == null) {
      observed(attempt, null, attempt.failure());
    } else {
      response.handle( // Not whenComplete, which would add a fault to the exception.
          (seen, thrown) ->
              FaultBoundary.run(
                  attempt.call(),
                  "java.net.http passive call",
                  () -> observed(attempt, (HttpResponse<?>) seen, thrown)));
    }
    return answer;
  }

  @Override
  public void send(Attempt attempt, CallbackDriver<HttpResponse<T>> driving) throws Throwable {
    AttemptHandler<T> sent = ours(attempt);
    CompletableFuture<HttpResponse<T>> response = sendAsync(sent.toSend(), sent);
    try {
      HeadTimeout.start(sent.clock, sent, response); // If this fails, it has no time limit.
    } finally {
      request.taken();
      if (cancelled && !response.isDone()) {
        Cancellations.end(response); // It was cancelled while this attempt was being made.
      }
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // What depends on it reports to the driver.
  private CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest toSend, AttemptHandler<T> sent)
      throws Throwable {
    SentHandler<T> sentHandler = handed(sent);
    PushHandler<T> pushes =
        pushHandler == null ? null : new PushHandler<>(pushHandler, sent, request.original);
    caller = sent.number() > 1 ? Thread.currentThread() : null;
    Object outer = ReentryGuard.open(request.client);
    try { // Without a lambda, because every call passes here.
      sent.markMade();
      CompletableFuture<HttpResponse<T>> response =
          pushes == null
              ? request.client.sendAsync(toSend, sentHandler)
              : request.client.sendAsync(toSend, sentHandler, pushes);
      current = response;
      // Registered at once, so that the outcome is reported even if something fails later.
      response.handle(sent);
      return response;
    } catch (Throwable thrown) {
      sent.failedWith(thrown);
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
  }

  @Override
  void settle(
      AttemptHandler<T> attempt, HttpResponse<T> response, Throwable thrown, Throwable fault) {
    driver.settle(attempt, response, attempt.failureFor(thrown), fault);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // It is done.
  void ended(AttemptHandler<T> attempt, HttpResponse<T> response, Throwable thrown) {
    if (Thread.currentThread() == caller) { // Done when the attempt was made.
      caller = null;
      CompletableFuture<HttpResponse<T>> done = current;
      request.onClientsThread(done, () -> done.handle(attempt));
      return;
    }
    HeadTimeout.forget(attempt.clock);
    if (thrown != null) {
      brokeOff(attempt);
      driver.failed(attempt, attempt.failureFor(thrown));
      return;
    }
    HttpResponse<T> seen = seen(attempt, response);
    PushedBody<?, ?, T> begun = attempt.body;
    if (begun != null && begun.isReplaced()) {
      attempt.comesFrom(seen.uri());
      ReplacedResponse.report(attempt, begun, seen, this::ofSendAsync, driver);
    } else if (endsRedirect(attempt, response)) {
      driver.finish();
      deliverIncomplete(attempt, seen);
    } else {
      driver.completed(attempt, seen);
    }
  }

  @Override
  public Throwable wrap(IOException thrown) {
    return new CompletionException(thrown);
  }

  @Override
  public void endAfterFault(Attempt attempt, HttpResponse<T> response, Throwable failure) {
    PushedBody<?, ?, T> begun = ours(attempt).body;
    if (failure != null) {
      future.completeExceptionally(failure);
    } else if (response != null && begun != null && begun.isReplaced()) {
      ReplacedResponse.completeAfterFault(future, begun, response);
    } else if (response == null || !attempt.givenUp()) {
      future.complete(response);
    } else {
      restoreAfterFault(ours(attempt), response);
    }
    FaultBoundary.run(
        call,
        "java.net.http response",
        () -> {
          request.finish();
          if (failure != null) {
            ours(attempt).clientFailed();
          }
        });
  }

  private void restoreAfterFault(AttemptHandler<T> sent, HttpResponse<T> givenUp) {
    Throwable fault = FaultBoundary.thrownBy(() -> deliverRestored(givenUp, sent.restoredBody()));
    if (fault != null) {
      failOpen(fault);
    }
  }

  /** Ends the call if not even the last response can be delivered. */
  private void failOpen(Throwable fault) {
    FaultBoundary.report(call, "java.net.http response", fault);
    future.completeExceptionally(new IOException("the rest of the response was discarded"));
  }

  @Override
  public void deliver(HttpResponse<T> result) {
    delivered = true; // Set first: a dependent may be cancelled as soon as the future is done.
    if (!future.complete(result) && cancelled) {
      UnwantedBody.release(result.body());
    }
    request.finish();
  }

  @Override
  public void fail(Throwable thrown) {
    future.completeExceptionally(thrown);
    request.finish();
  }

  @Override
  public void failKept(Throwable thrown) {
    onItsPool(() -> fail(thrown));
  }

  @Override
  public boolean deliverKept(Attempt attempt, HttpResponse<T> givenUp) {
    if (ours(attempt).isComplete()) {
      deliverIncomplete(attempt, givenUp);
      return true;
    }
    return false;
  }

  @Override
  public void deliverIncomplete(Attempt attempt, HttpResponse<T> givenUp) {
    AttemptHandler<T> sent = ours(attempt);
    onItsPool(() -> deliverRestored(givenUp, sent.restoredBody()));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It completes the application's future.
  private void deliverRestored(HttpResponse<T> givenUp, CompletionStage<T> restored) {
    FaultBoundary.handle(
        restored,
        (body, thrown) -> {
          if (thrown == null) {
            deliver(new RestoredResponse<>(givenUp, body));
          } else {
            failAsHandler(thrown);
          }
        },
        this::failOpen);
  }

  /** Fails the call as the client does when the application's body handler has thrown. */
  private void failAsHandler(Throwable thrown) {
    fail(HandlerFailures.ofSendAsync(thrown));
  }

  /** Hands out an outcome on the pool on which the client would have done so (rule 1.1). */
  private void onItsPool(FaultBoundary.Step end) {
    future
        .defaultExecutor()
        .execute(
            () -> {
              Throwable thrown = FaultBoundary.thrownBy(end);
              if (thrown != null) {
                failAsHandler(thrown);
              }
            });
  }

  @Override
  public boolean abandoned() {
    if (cancelled && !future.isDone()) {
      onItsPool(() -> fail(Cancellations.exception()));
    }
    return cancelled || future.isDone();
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return HandlerFailures.unwrapped(thrown);
  }

  /**
   * Called when the application cancels its future or one that depends on it. Up to Java 15, this
   * does not end the exchange.
   *
   * @return whether this ends the exchange
   */
  boolean cancel(AsyncResponse<?> asked, boolean mayInterrupt) {
    boolean own = future.equals(asked); // By identity: a future defines no other.
    boolean reaches = mayInterrupt && Cancellations.REACH_EXCHANGES;
    boolean again = cancelled;
    cancelled = again || reaches; // Set before looking at what is under way.
    CompletableFuture<HttpResponse<T>> attempt = current;
    if (mayInterrupt && attempt != null && attempt.isDone() && (reaches || own)) {
      stopResuming(delivered || !reaches);
    } // Else, up to Java 15, a dependent was cancelled, which ends nothing.
    if (attempt != null && mayInterrupt) {
      end(attempt, own);
    }
    if (reaches && (own || attempt == null || driver.isWaiting())) {
      future.completeExceptionally(Cancellations.exception()); // There is no attempt to end.
    } else if (own) {
      future.completeExceptionally(new CancellationException());
    }
    if (cancelled || future.isDone()) {
      request.commit(); // No attempt follows, and the current one may never end (rule 6.5).
    }
    if (future.isDone()) {
      driver.abandon();
      request.finish();
    }
    return reaches && !again;
  }

  /**
   * Cancels the attempt under way. If the application has cancelled its own future, that gets the
   * outcome of the attempt's: which one it is depends on whether this thread or the client's
   * completes that first.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // The attempt is over.
  private void end(CompletableFuture<HttpResponse<T>> attempt, boolean own) {
    // The connection of a given-up attempt may already belong to another call (rule 1.5).
    if (!delivered && (attempt.isDone() || stopGivenUpBody())) {
      return;
    }
    if (!own) {
      Cancellations.end(attempt);
    } else if (!delivered) {
      attempt.cancel(true);
      // Whoever cancels a future finds it done, even if the client's thread is not there yet.
      attempt.handle((response, thrown) -> thrown != null && future.completeExceptionally(thrown));
    }
  }

  @Override
  public boolean isUnwanted() {
    boolean isOver = cancelled || future.isDone(); // Read first: it may be delivered meanwhile.
    return isOver && !delivered;
  }

  /** Called when a wait begins; completing the application's future from outside ends the wait. */
  @Override
  public void waiting() {
    onceDone(driver::abandon);
  }

  /**
   * Adds a dependent to the application's future for the first task only, because a stream can have
   * any number of waits. A later task replaces the one before, whose wait is over.
   */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored")
  public void onceDone(Runnable task) {
    boolean isFirst = onceDone == null;
    onceDone = task;
    if (isFirst) {
      future.handle((response, thrown) -> runOnceDone(onceDone));
    } else if (future.isDone()) {
      runOnceDone(task);
    }
  }

  /** Reports a fault of the task itself, because nobody looks at the future that depends on it. */
  private Void runOnceDone(Runnable task) {
    FaultBoundary.run(call, "wait", task::run);
    request.finish();
    return null;
  }

  /** The application's push promise handler; a promise that it accepts commits the call (1.3). */
  static final class PushHandler<T> implements PushPromiseHandler<T> {
    private final PushPromiseHandler<T> handler;
    private final AttemptHandler<T> attempt;
    private final HttpRequest original;

    PushHandler(PushPromiseHandler<T> handler, AttemptHandler<T> attempt, HttpRequest original) {
      this.handler = handler;
      this.attempt = attempt;
      this.original = original;
    }

    @Override
    public void applyPushPromise(
        HttpRequest initiating,
        HttpRequest promised,
        Function<BodyHandler<T>, CompletableFuture<HttpResponse<T>>> acceptor) {
      if (attempt.givenUp()) {
        return; // The response is given up on. The client resets the stream.
      }
      handler.applyPushPromise(
          attempt.sendsOriginal() ? initiating : original,
          promised,
          body -> {
            attempt.call().makeLast();
            return acceptor.apply(body);
          });
    }
  }
}
