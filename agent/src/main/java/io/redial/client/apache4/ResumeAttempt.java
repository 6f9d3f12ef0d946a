package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.kernel.ReentryGuard;
import io.redial.policy.stream.StreamPlan.Answer;
import java.io.EOFException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.HttpEntity;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.Cancellable;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.nio.client.HttpAsyncClient;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;

/**
 * One request for the rest of a body, and its outcome. It counts as failed until the body
 * continues; until then, the next attempt asks for the same rest. Clients report its end in several
 * ways, of which the first counts.
 */
final class ResumeAttempt<T> extends Attempt implements FutureCallback<Object> {
  final ApplicationContent<T> body;
  final ResumeContext context;
  final AttemptTimeout timeout = new AttemptTimeout();

  /**
   * The plan's judgement of the response; null until there is a response, and if it is given up on.
   */
  volatile Answer answer;

  /** The response that is given up on, once there is one. */
  volatile KeptContent kept;

  /** Whether the application's consumer has been notified of the end of the body. */
  volatile boolean concluded;

  /** Whether the client has notified its consumer of a failure. */
  volatile boolean told;

  /** Whether the end of this attempt was reported. */
  final AtomicBoolean ended = new AtomicBoolean();

  /** Whether the outcome is known: a failure, or a body that continues. */
  private final AtomicBoolean decided = new AtomicBoolean();

  private final CallbackDriver<Object> driver;

  private final Redirects redirects;
  private RequestView view;

  private volatile Object stopper;
  private volatile Future<Object> running;

  ResumeAttempt(Call call, ApplicationContent<T> body, CallbackDriver<Object> driver) {
    super(call);
    this.body = body;
    this.driver = driver;
    this.context = new ResumeContext(body.context);
    this.redirects = new Redirects(context);
  }

  void send(
      HttpAsyncClient client, HttpRequest request, HttpAsyncResponseConsumer<Object> consumer) {
    RequestCopy copy = new RequestCopy(request);
    copy.mark(call().policy(), number());
    copy.stopper(handle -> stopper = handle);
    HttpRequest sent = copy.toRequest();
    view = new RequestView(body.target, request, false);
    redirects.begin(request, sent);
    BasicAsyncRequestProducer producer = new BasicAsyncRequestProducer(body.target, sent);
    timeout.startOffTimer(call().timer(), call().attemptNanos(), this::expire);
    Object outer = ReentryGuard.open(client);
    try {
      markMade();
      running = client.execute(producer, consumer, context, this);
    } catch (Throwable thrown) {
      failedWith(thrown);
      ended.set(true); // Later reports of the client do not count.
      decided.set(true);
      timeout.stop();
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
    if (timeout.state.get() == AttemptTimeout.State.EXPIRED) {
      drop(); // Its clock ended it before there was anything to end.
    }
  }

  /** Cancels the request in whichever way the client's version offers. */
  void stop() {
    if (!ended.get()) {
      drop();
    }
  }

  private void drop() {
    Object handle = stopper;
    if (handle instanceof Cancellable) {
      ((Cancellable) handle).cancel();
    }
    Future<Object> pending = running;
    if (pending != null) {
      pending.cancel(true);
    }
  }

  private void expire() {
    try {
      stop();
    } finally {
      cancelled();
    }
  }

  /** Decides what follows from a response whose head has arrived. */
  void look(HttpResponse response) {
    Apache4Headers headers = new Apache4Headers(response);
    int status = response.getStatusLine().getStatusCode();
    if (head(status, headers, false).retries()) {
      kept = new KeptContent(response, call(), context);
      return;
    }
    HttpEntity entity = response.getEntity();
    long length = entity == null ? 0 : entity.getContentLength();
    answer =
        body.plan.comesFrom(redirects.uri(view))
            ? body.plan.judge(status, headers, length)
            : Answer.REFUSED;
  }

  /** Drops a response that is of no use. Later reports of the client do not count. */
  void drop(HttpResponse response) {
    ended.set(true);
    decide(response, null);
    call().timer().start(this::drop); // Not while the client is processing the response.
  }

  /** Records that the body continues. */
  void begin() {
    decide(null, null);
  }

  /** Returns whether the outcome is known. */
  boolean isDecided() {
    return decided.get();
  }

  boolean hasEnded() {
    return ended.get();
  }

  /** Reports the outcome to the driver; returns false if it was reported before. */
  private boolean decide(Object response, Throwable thrown) {
    if (!decided.compareAndSet(false, true)) {
      return false;
    }
    timeout.stop();
    if (thrown == null) {
      driver.completed(this, response);
    } else {
      driver.failed(this, thrown);
    }
    return true;
  }

  @Override
  public void completed(Object result) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    try {
      conclude(result);
    } catch (Throwable another) {
      body.rescue(another, null);
    }
  }

  @SuppressWarnings("unchecked") // The result is what the application's consumer made.
  private void conclude(Object result) {
    KeptContent given = kept;
    if (given != null) {
      decide(given.response, null);
    } else if (concluded) {
      body.end((T) result, null, false);
      decide(null, null);
    } else if (!decide(null, new EOFException("the server sent none of the remaining body"))) {
      body.goOn();
    }
  }

  @Override
  public void failed(Exception thrown) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    boolean brought = decided.get();
    try {
      if (decide(null, timeout.isExpired() ? Apache4Failures.timedOut() : thrown)) {
        return;
      }
      if (concluded) {
        body.end(null, thrown, told);
      } else {
        body.broke(thrown, true);
      }
    } catch (Throwable another) {
      body.rescue(another, brought ? thrown : null);
    }
  }

  @Override
  public void cancelled() {
    if (kept != null) {
      completed(null);
    } else {
      failed(new CancelledException());
    }
  }

  /** Takes the outcome from the client's future, in case the client has not reported it. */
  void closedByClient() {
    Future<Object> future = running;
    if (ended.get() || future == null || !future.isDone()) {
      return;
    }
    try {
      if (future.isCancelled()) {
        cancelled();
      } else {
        completed(future.get());
      }
    } catch (ExecutionException failed) {
      failed((Exception) failed.getCause());
    } catch (InterruptedException impossible) {
      Thread.currentThread().interrupt();
    }
  }
}
