package io.redial.client.apache4;

import io.redial.body.ResumableBody;
import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ReentryGuard;
import io.redial.kernel.Resumer;
import io.redial.policy.Failure;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
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
import org.apache.http.protocol.HttpContext;

/**
 * One {@code execute} of an asynchronous client. It makes attempts from the application's producer
 * and consumer, which are closed once.
 */
final class AsyncApacheExchange<T> extends ApacheOutcome<T> {
  /**
   * Null once the call is over, because the application's request may still refer to its last
   * attempt.
   */
  private volatile HttpAsyncClient client;

  private final Reference<Object> shown;
  private final Aborts aborts;
  private final HttpHost target;
  private final HttpRequest original;
  private final RequestView view;
  private final AsyncBody body;
  private final Redirects redirects;
  private final CallbackDriver<Object> driver;

  /** Requests the rest of the response's body; null if that is not resumable. */
  private volatile Apache4Resumption resumption;

  AsyncApacheExchange(
      Call call,
      HttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback,
      HttpHost target,
      RequestView view) {
    super(call, producer, consumer, context, callback);
    this.client = client;
    this.shown = ContextResponse.in(this.context);
    this.target = target;
    this.original = view.request;
    this.view = view;
    this.aborts = new Aborts(original, call);
    this.body = AsyncBody.of(producer, original, call);
    view.repeatableIf(body::repeatable);
    this.redirects = new Redirects(this.context);
    this.driver = new CallbackDriver<>(call, this);
  }

  Object start(Attempt first) {
    return driver.start(first, future);
  }

  @Override
  public Attempt attempt(Call watched) {
    return new AsyncAttempt<>(watched, this, view);
  }

  @Override
  public void send(Attempt toMake, CallbackDriver<Object> driving) throws Throwable {
    AsyncAttempt<T> attempt = ours(toMake);
    AsyncAttempt<T> before = latest;
    try {
      prepare(attempt);
      latest = attempt; // Its clock may end it before the client begins.
      attempt.begin(driving);
      if (attempt.timeout.state.get() == State.EXPIRED) {
        attempt.markMade(); // The clock ends it, and the client never has it.
        call.timer().start(attempt::cancelled);
      } else {
        make(attempt);
      }
    } finally {
      if (!attempt.isMade() || attempt.failure() != null) {
        attempt.end.over(); // Later reports of the client do not count.
      }
      if (!attempt.isMade() && attempt.failure() == null && latest == attempt) {
        latest = before;
      }
    }
    // The call was cancelled, or the attempt's time ran out, while the attempt was made.
    Future<T> running = attempt.running;
    if (running != null
        && (attempt.timeout.state.get() == State.EXPIRED
            || (future.isDone() && !attempt.end.isOver()))) {
      running.cancel(true);
    }
  }

  private void prepare(AsyncAttempt<T> attempt) throws IOException, CancelledException {
    if (attempt.number() > 1) {
      if (Aborts.isAborted(original)) {
        latest = attempt;
        CancelledException cancelled = new CancelledException();
        attempt.failedWith(cancelled); // 4.0 would send it all the same.
        throw cancelled;
      }
      redirects.beforeRetry();
      hideResponseOf(latest);
    }
    redirects.begin(original, attempt.request);
    body.begin(attempt.upload);
  }

  private void make(AsyncAttempt<T> attempt) {
    HttpAsyncClient http = client;
    AttemptProducer sent = new AttemptProducer(producer, target, attempt, body.upload);
    AttemptConsumer<T> received = new AttemptConsumer<>(consumer, attempt);
    Object outer = ReentryGuard.open(http);
    try {
      attempt.markMade();
      attempt.running = http.execute(sent, received, context, attempt);
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
    if (kept != null && context.getAttribute("http.response") == kept) {
      ContextResponse.restore(context, shown);
    }
  }

  @Override
  void commit() {
    body.upload.commit();
  }

  @Override
  boolean mayResume(HttpResponse response) {
    return client != null
        && response.getEntity() != null
        && !call.policy().resume().isEmpty()
        && !view.hasBody();
  }

  @Override
  Resumer resumer(HttpResponse response, PushedBody<?, ?, ?> resumed) {
    if (!mayResume(response)) {
      return null;
    }
    StreamPlan plan =
        StreamPlans.of(
            call.policy().resume(),
            view,
            response.getStatusLine().getStatusCode(),
            new Apache4Headers(response),
            response.getEntity().getContentLength(),
            Clock.SYSTEM);
    if (plan == null) {
      return null;
    }
    plan.comesFrom(redirects.uri(view));
    view.repeatableIf(null); // The request has no body, so its committed copy does not matter.
    resumption = new Apache4Resumption(this, client, view, resumed);
    return new ResumableBody(call, plan, resumption, resumed);
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    AsyncAttempt<T> failed = ours(attempt);
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
    return wasRedirected();
  }

  @Override
  boolean wasRedirected() {
    try {
      return redirects.followed();
    } catch (RuntimeException changing) { // The context is shared with calls on other threads.
      fault("redirects", changing);
      return true;
    }
  }

  @Override
  public void waiting() {
    aborts.watch();
  }

  @Override
  public boolean abandoned() {
    return future.isDone();
  }

  @Override
  public void cancelAfterFault() {
    endAfterFault(null, null, new CancelledException());
  }

  /** Called when the application cancels its future. */
  @Override
  public boolean cancel(boolean mayInterrupt) {
    AsyncAttempt<T> attempt = latest;
    Future<?> pending = attempt == null ? null : attempt.running;
    if (pending != null && !attempt.end.isOver()) {
      boolean cancelled = pending.cancel(mayInterrupt);
      if (future.isDone()) {
        return cancelled;
      }
    }
    ConsumerBody<T> content = attempt == null ? null : attempt.content;
    if (content != null && !attempt.isFailedHeld()) {
      return cancel(content.body);
    }
    // Between two attempts.
    cancelConsumer();
    boolean cancelled = future.cancelNow();
    driver.abandon();
    cancelLatest();
    release();
    return cancelled;
  }

  /**
   * Cancels an attempt that has begun meanwhile. One that is still being made is cancelled by
   * {@link #send}.
   */
  private void cancelLatest() {
    AsyncAttempt<T> begun = latest;
    Future<?> pending = begun == null ? null : begun.running;
    if (pending != null && !begun.end.isOver()) {
      pending.cancel(true);
    }
  }

  /** Cancels a call whose attempt has ended while its body is being resumed. */
  private boolean cancel(PushedBody<?, ?, ?> resumed) {
    try {
      cancelConsumer();
      return future.cancelNow();
    } finally {
      resumed.abort(new CancelledException());
    }
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return thrown;
  }

  @Override
  public void finish() {
    client = null;
    future.forget();
    aborts.finish();
    body.finish();
    Apache4Resumption last = resumption;
    if (last != null) {
      last.finish();
    }
  }
}
