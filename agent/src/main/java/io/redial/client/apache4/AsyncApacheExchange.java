package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.CallbackExecution;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ReentryGuard;
import io.redial.policy.Failure;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.concurrent.Future;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.nio.client.HttpAsyncClient;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/**
 * One {@code execute} of an asynchronous client. It makes attempts from the application's producer
 * and consumer, which are closed once.
 */
final class AsyncApacheExchange<T> implements CallbackExecution<Object>, ResponseFuture.Owner {
  private final CallOutcome<T> outcome;
  private final Reference<Object> shown;
  private final HttpHost target;
  private final HttpRequest original;
  private final AsyncBody body;
  private final CallbackDriver<Object> driver;

  AsyncApacheExchange(
      Call call,
      HttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback,
      HttpHost target,
      RequestView view) {
    HttpContext used = context != null ? context : new BasicHttpContext();
    this.shown = ContextResponse.in(used);
    this.target = target;
    this.original = view.request;
    this.body = AsyncBody.of(producer, original, call);
    view.repeatableIf(body::repeatable);
    this.outcome =
        new CallOutcome<>(
            call,
            client,
            view,
            body.upload,
            producer,
            consumer,
            used,
            new ResponseFuture<>(callback, this));
    this.driver = new CallbackDriver<>(call, this);
  }

  Object start(Attempt first) {
    return driver.start(first, outcome.future);
  }

  @Override
  public Attempt attempt(Call watched) {
    return new AsyncAttempt<>(watched, outcome);
  }

  @Override
  public void send(Attempt toMake, CallbackDriver<Object> driving) throws Throwable {
    AsyncAttempt<T> attempt = CallOutcome.<T>ours(toMake);
    AsyncAttempt<T> before = outcome.latest;
    try {
      prepare(attempt);
      outcome.latest = attempt; // Its clock may end it before the client begins.
      attempt.begin(driving);
      if (attempt.timeout.get() == State.EXPIRED) {
        attempt.markMade(); // The clock ends it, and the client never has it.
        attempt.call().timer().start(attempt::cancelled);
      } else {
        make(attempt);
      }
    } finally {
      if (!attempt.isMade() || attempt.failure() != null) {
        attempt.end.over(); // Later reports of the client do not count.
      }
      if (!attempt.isMade() && attempt.failure() == null && outcome.latest == attempt) {
        outcome.latest = before;
      }
    }
    // The call was cancelled, or the attempt's time ran out, while the attempt was made.
    Future<T> running = attempt.running;
    if (running != null
        && (attempt.timeout.get() == State.EXPIRED
            || (outcome.future.isDone() && !attempt.end.isOver()))) {
      running.cancel(true);
    }
  }

  private void prepare(AsyncAttempt<T> attempt) throws IOException, CancelledException {
    if (attempt.number() > 1) {
      if (Aborts.isAborted(original)) {
        outcome.latest = attempt;
        CancelledException cancelled = new CancelledException();
        attempt.failedWith(cancelled); // 4.0 would send it all the same.
        throw cancelled;
      }
      outcome.redirects.beforeRetry();
      hideResponseOf(outcome.latest);
    }
    outcome.redirects.begin(original, attempt.request);
    body.begin(attempt.upload);
  }

  private void make(AsyncAttempt<T> attempt) {
    HttpAsyncClient http = outcome.client;
    AttemptProducer sent = new AttemptProducer(attempt, target);
    AttemptConsumer<T> received = new AttemptConsumer<>(attempt);
    Object outer = ReentryGuard.open(http);
    try {
      attempt.markMade();
      attempt.running = http.execute(sent, received, outcome.context, attempt);
    } catch (RuntimeException | Error thrown) {
      if (!attempt.end.over()) {
        return; // Its clock has reported it.
      }
      attempt.failedWith(thrown);
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
  }

  /** Removes a given-up response from the context, because the next attempt may have none. */
  @SuppressWarnings("ReferenceEquality") // That very response; the context may be shared.
  private void hideResponseOf(AsyncAttempt<T> before) {
    HttpResponse kept = before.drained;
    if (kept != null && outcome.context.getAttribute("http.response") == kept) {
      ContextResponse.restore(outcome.context, shown);
    }
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    AsyncAttempt<T> failed = CallOutcome.<T>ours(attempt);
    if (thrown instanceof CancelledException) {
      return Failure.OTHER; // 4.0 continues the exchange: the head may still arrive.
    }
    if (failed.timeout.isExpired()) {
      return Failure.TIMEOUT;
    }
    boolean isOpen = failed.timeout.takeHead() || failed.isFailedHeld();
    return isOpen && !Aborts.isAborted(original) && !abandoned()
        ? Apache4Failures.classify(thrown)
        : Failure.OTHER;
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return outcome.wasRedirected();
  }

  @Override
  public void waiting() {
    new Aborts(original, outcome.call).watch();
  }

  @Override
  public boolean abandoned() {
    return outcome.future.isDone();
  }

  @Override
  public void cancelAfterFault() {
    outcome.endAfterFault(null, null, new CancelledException());
  }

  /** Called when the application cancels its future. */
  @Override
  public boolean cancel(boolean mayInterrupt) {
    AsyncAttempt<T> attempt = outcome.latest;
    Future<?> pending = attempt == null ? null : attempt.running;
    if (pending != null && !attempt.end.isOver()) {
      boolean cancelled = pending.cancel(mayInterrupt);
      if (outcome.future.isDone()) {
        return cancelled;
      }
    }
    ConsumerBody<T> content = attempt == null ? null : attempt.content;
    if (content != null && !attempt.isFailedHeld()) {
      return cancel(content.body);
    }
    // Between two attempts.
    outcome.cancelConsumer();
    boolean cancelled = outcome.future.cancelNow();
    driver.abandon();
    cancelLatest();
    outcome.release();
    return cancelled;
  }

  /**
   * Cancels an attempt that has begun meanwhile. One that is still being made is cancelled by
   * {@link #send}.
   */
  private void cancelLatest() {
    AsyncAttempt<T> begun = outcome.latest;
    Future<?> pending = begun == null ? null : begun.running;
    if (pending != null && !begun.end.isOver()) {
      pending.cancel(true);
    }
  }

  /** Cancels a call whose attempt has ended while its body is being resumed. */
  private boolean cancel(PushedBody<?, ?, ?> resumed) {
    try {
      outcome.cancelConsumer();
      return outcome.future.cancelNow();
    } finally {
      resumed.abort(new CancelledException());
    }
  }

  @Override
  public void deliver(Object result) {
    outcome.deliver(result);
  }

  @Override
  public void fail(Throwable thrown) {
    outcome.fail(thrown);
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    return outcome.deliverKept(attempt);
  }

  @Override
  public Throwable applications() {
    return outcome.applications.thrown();
  }

  @Override
  public void endAfterFault(Attempt attempt, Object response, Throwable failure) {
    outcome.endAfterFault(attempt, response, failure);
  }

  @Override
  public void finish() {
    outcome.finish();
    body.finish();
  }
}
