package io.redial.client.apache4;

import io.redial.body.ResponseClock;
import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.Exceptions;
import io.redial.call.FirstByte;
import io.redial.kernel.BodyDecisions;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import io.redial.kernel.Resumer;
import io.redial.policy.RetryPolicy;
import java.net.SocketTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.Cancellable;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;

/** One attempt of an asynchronous call. It ends once: the first report of its end counts. */
final class AsyncAttempt<T> extends Attempt
    implements FutureCallback<T>,
        ConsumerBody.Owner<T>,
        BodyDecisions<HttpAsyncResponseConsumer<T>> {
  final ApacheOutcome<T> exchange;
  final HttpRequest request;

  final AttemptTimeout timeout = new AttemptTimeout();

  /** Whether the end of the attempt was reported. */
  final AtomicBoolean ended = new AtomicBoolean();

  /** The response that is given up on, once there is one, and its body. */
  volatile HttpResponse drained;

  volatile PushedBody<HttpAsyncResponseConsumer<T>, IOControl, T> drainedBody;

  /**
   * The body that the consumer gets, if it is held or can be resumed; null if the consumer gets
   * what the client delivers.
   */
  volatile ConsumerBody<T> content;

  /** What the client tells of either; or null. */
  volatile ResponseSignals<IOControl> signals;

  /** The client's future for this attempt, or null before there is one. */
  volatile Future<T> running;

  /** Whether the client has notified the producer or the consumer of a failure. */
  volatile boolean told;

  /** Whether the client has already closed the producer and the consumer. */
  volatile boolean closed;

  /** Whether the client has used the producer or the consumer. */
  volatile boolean used;

  /** The response that is held until its first byte; or null. */
  private volatile HttpResponse held;

  /** What the client has reported of the attempt, or null. */
  private volatile Exception reported;

  private final RequestCopy copy;
  private volatile CallbackDriver<Object> driver;
  private volatile Object stopper;

  AsyncAttempt(Call call, ApacheOutcome<T> exchange, RequestView view) {
    super(call);
    this.exchange = exchange;
    RetryPolicy policy = call.policy();
    boolean limited = call.attemptNanos() != RetryPolicy.UNLIMITED;
    ChangedTarget changed = ChangedTarget.first(view, call);
    if (limited || changed != null || policy.addsHeaders()) {
      copy = new RequestCopy(view.request);
      if (changed != null) {
        copy.target(changed);
      }
      copy.mark(policy, number());
      if (limited) {
        copy.stopper(handle -> stopper = handle);
      }
      this.request = copy.toRequest();
    } else {
      this.copy = null;
      this.request = view.request;
    }
  }

  /** Starts the clocks of the attempt, immediately before the client is used. */
  void begin(CallbackDriver<Object> driving) {
    driver = driving;
    call().startAttemptClock();
    timeout.startOffTimer(call().timer(), call().attemptNanos(), this::abort);
  }

  void stopClock() {
    if (copy != null) {
      copy.stopper(null); // The context may refer to the request long after the call.
    }
    timeout.stop();
  }

  /** Ends the attempt because its time ran out. */
  private void abort() {
    try {
      Object handle = stopper;
      if (handle instanceof Cancellable) {
        ((Cancellable) handle).cancel();
      }
    } finally {
      cancelled();
    }
  }

  /** Returns whether the application must not see what the client reports of this attempt. */
  boolean isForeign() {
    return givenUp() || timeout.isExpired();
  }

  boolean wasTold() {
    return told || timeout.isExpired();
  }

  /**
   * Decides what follows from a response whose head has arrived. Returns whether the consumer gets
   * it now. Throws nothing, except on entry.
   */
  boolean shows(HttpResponse response) {
    try {
      int status = response.getStatusLine().getStatusCode();
      boolean redirected = exchange.wasRedirected();
      if (!head(status, new Apache4Headers(response), redirected).retries()) {
        return !holds(response, status, redirected);
      }
      drainedBody = ConsumerBody.unseen(call());
      signals = ConsumerBody.drain(call(), response, drainedBody, exchange.context);
      drained = response;
      return false;
    } catch (Throwable fault) {
      giveUp(false);
      drained = null;
      content = null;
      signals = null;
      exchange.fault("Apache HttpAsyncClient 4 response", fault);
      return true;
    }
  }

  /** Returns whether a response is now held back until the first byte of its body (rule 10.6). */
  private boolean holds(HttpResponse response, int status, boolean redirected) {
    HttpEntity entity = response.getEntity();
    if (entity == null
        || !call().policy().commitsAtFirstByte()
        || !FirstByte.isAwaited(this, status, entity.getContentLength(), redirected)) {
      return false;
    }
    ConsumerBody<T> made = body();
    held = response;
    content = made;
    signals = made.body.hold(this, exchange.consumer, response);
    ResponseClock.holds(call(), made.body, () -> expire(made.body));
    return true;
  }

  /** Returns a body for the consumer. */
  ConsumerBody<T> body() {
    return new ConsumerBody<>(call(), exchange.consumer, exchange.context, this);
  }

  @Override
  public boolean endsAttempt(Throwable cut) {
    return FirstByte.isAttempts(this, Apache4Failures.classify(cut), exchange.wasRedirected());
  }

  @Override
  public void asking() {
    exchange.commit();
  }

  @Override
  public Resumer offered(HttpAsyncResponseConsumer<T> consumer) {
    return exchange.resumer(held, content.body);
  }

  private void expire(PushedBody<?, ?, ?> expired) {
    if (expired.expire(Apache4Failures.timedOut())) {
      timeout.state.set(State.EXPIRED);
      abort();
    }
  }

  /** Returns whether the attempt has failed before the first byte of a response that was held. */
  boolean isFailedHeld() {
    ConsumerBody<T> begun = content;
    return begun != null && begun.body.clients().isCompletedExceptionally();
  }

  /**
   * Called when the client closes the producer or consumer, which a further attempt may need.
   * Clients up to 4.0 may do so on one thread while they report the attempt's failure on another.
   */
  void closedByClient() {
    used = true;
    closed = true;
    if (exchange.outcome && (!isForeign() || exchange.isOverWith(this))) {
      exchange.release();
    }
    if (!ended.get()) {
      endAsClosed();
    }
  }

  /** Does the same after {@link #closedByClient} has failed. */
  void closedAfterFault() {
    used = true;
    closed = true;
    if (exchange.outcome && !givenUp() && timeout.state.get() != State.EXPIRED) {
      exchange.releaseAfterFault();
    }
  }

  /** Takes the outcome from the client's future, in case the client has not reported it. */
  private void endAsClosed() {
    report(running, this);
  }

  /** Reports what a client's future has come to, if it is done. */
  static <R> void report(Future<R> future, FutureCallback<R> callback) {
    if (future == null || !future.isDone()) {
      return;
    }
    try {
      if (future.isCancelled()) {
        callback.cancelled();
      } else {
        callback.completed(future.get());
      }
    } catch (ExecutionException failed) {
      callback.failed((Exception) failed.getCause());
    } catch (InterruptedException impossible) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether Redial has to close the producer and the consumer. */
  boolean isLeftOpen() {
    return !used || isForeign();
  }

  private boolean end() {
    used = true;
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    stopClock();
    return true;
  }

  @Override
  public void completed(T result) {
    Object outcome = givenUp() ? drained : result;
    try {
      if (!end()) {
        return;
      }
      if (content != null) {
        endContent(cutUnseen());
      } else {
        driver.completed(this, outcome);
      }
    } catch (Throwable thrown) {
      recover(outcome, null, thrown);
    }
  }

  /** Returns the failure of a response that has ended before its first byte, or null. */
  private Exception cutUnseen() {
    // Old decoders do not notice it.
    return held != null && content.body.isUnseen() && held.getEntity().getContentLength() > 0
        ? new ConnectionClosedException("Premature end of Content-Length delimited message body")
        : null;
  }

  @Override
  public void failed(Exception thrown) {
    Exception failure = thrown;
    try {
      if (end()) {
        failure = timeout.isExpired() ? Apache4Failures.timedOut() : thrown;
        reported = failure;
        if (content == null || timeout.isExpired()) {
          driver.failed(this, failure);
        } else {
          endContent(failure);
        }
      }
    } catch (Throwable another) {
      boolean expired = timeout.state.get() == State.EXPIRED;
      recover(null, expired ? Apache4Failures.timedOut() : failure, another);
    }
  }

  /** Ends what the client delivers of the consumer's body, which may be resumed. */
  private void endContent(Exception failure) {
    PushedBody<?, ?, ?> body = content.body;
    if (failure instanceof CancelledException && body.isUnseen()) {
      body.clientFailed();
      driver.failed(this, failure);
    } else if (!(failure instanceof CancelledException)) {
      signals.failed(failure);
      Throwable ofHeld = body.clients().handle((none, thrown) -> thrown).getNow(null);
      if (ofHeld != null) { // It may be that of a clock, which has just ended the connection.
        driver.failed(this, ofHeld);
      }
    } else if (!signals.isLeft()) {
      body.abort(failure);
    }
  }

  private void recover(Object outcome, Exception failure, Throwable thrown) {
    ConsumerBody<T> begun = content;
    boolean isOpen = begun != null && begun.body.state() != PushedBody.State.ENDED;
    if (isOpen) {
      signals.failed(failure);
    }
    if (!isOpen || begun.body.clients().isCompletedExceptionally()) {
      settle(outcome, failure, thrown);
    } else {
      exchange.fault("Apache HttpAsyncClient 4 body", thrown);
    }
  }

  @Override
  public void cancelled() {
    try {
      if (givenUp()) {
        completed(null);
      } else {
        failed(new CancelledException());
      }
    } catch (Throwable thrown) {
      settle(null, new CancellationException(), thrown);
    }
  }

  @Override
  public void ended(T result, Throwable cause, Exception failure) {
    if (cause != reported || cause == null) {
      told = cause != null && !(cause instanceof CancelledException);
    }
    if (failure == null) {
      driver.completed(this, result);
    } else {
      driver.failed(this, failure);
    }
  }

  @Override
  public void endedAfterFault(T result, Exception failure) {
    driver.settle(this, result, failure, null);
  }

  /** Delivers the outcome after an internal fault. Rethrows what the application's code threw. */
  void settle(Object result, Exception failure, Throwable thrown) {
    if (thrown == exchange.applications.thrown()) {
      throw Exceptions.sneakyThrow(thrown);
    }
    boolean expired = failure != null && timeout.state.get() == State.EXPIRED;
    driver.settle(this, result, expired ? new SocketTimeoutException() : failure, thrown);
  }
}
