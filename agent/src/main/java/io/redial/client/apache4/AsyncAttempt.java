package io.redial.client.apache4;

import io.redial.body.ResponseClock;
import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.FirstByte;
import io.redial.kernel.AttemptCompletion;
import io.redial.kernel.BodyDecisions;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import io.redial.kernel.Resumer;
import io.redial.kernel.Upload;
import io.redial.policy.RetryPolicy;
import java.net.SocketTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.Cancellable;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;

/** One attempt of an asynchronous call. It ends once: the first report of its end counts. */
final class AsyncAttempt<T> extends Attempt
    implements FutureCallback<T>,
        AttemptCompletion.Owner<Object>,
        ConsumerBody.Owner<T>,
        BodyDecisions<HttpAsyncResponseConsumer<T>> {
  private static final String WHERE = "Apache HttpAsyncClient 4 response";
  private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(1);

  final CallOutcome<T> outcome;
  final HttpRequest request;
  final Upload<ContentEncoder, IOControl> upload = new Upload<>();
  final AttemptTimeout timeout = new AttemptTimeout();

  final AttemptCompletion<Object> end;

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
  volatile boolean notified;

  /** Whether the client has already closed the producer and the consumer. */
  volatile boolean closed;

  /** Whether the client has used the producer or the consumer. */
  volatile boolean used;

  /** The response that is held until its first byte; or null. */
  private volatile HttpResponse held;

  /** What the client has reported of the attempt, or null. */
  private volatile Throwable reported;

  private final RequestCopy copy;
  private volatile CallbackDriver<Object> driver;
  private volatile Object stopper;

  AsyncAttempt(Call call, CallOutcome<T> outcome) {
    super(call);
    this.outcome = outcome;
    this.end = new AttemptCompletion<>(call, outcome.applications, this, false);
    boolean limited = call.attemptNanos() != RetryPolicy.UNLIMITED;
    this.copy =
        RequestCopy.forAttempt(
            outcome.view, call, number(), null, limited ? handle -> stopper = handle : null);
    this.request = copy == null ? outcome.view.request : copy.toRequest();
  }

  /** Starts the clocks of the attempt, immediately before the client is used. */
  void begin(CallbackDriver<Object> driving) {
    driver = driving;
    call().startAttemptClock();
    timeout.startOffTimer(call().timer(), call().attemptNanos(), this::abort);
  }

  /**
   * Ends the attempt because its time ran out. As long as the client is still making it, the client
   * is not notified: a connection that it asks for after that would be lost to its pool. Whoever
   * makes the attempt cancels it then.
   */
  private void abort() {
    try {
      Object handle = stopper;
      if (running != null && handle instanceof Cancellable) {
        ((Cancellable) handle).cancel();
      }
    } finally {
      cancelled();
    }
  }

  /**
   * Ends a further attempt, or a request for the rest of a body, that the client has forgotten: it
   * reports nothing of one whose connection is being opened when it is closed. Polls every now and
   * then until the attempt has a response or is over.
   *
   * @param end ends it; may run the application's code
   */
  @SuppressWarnings("FutureReturnValueIgnored") // Nothing but the end of the attempt ends it.
  static void endIfForgotten(Call call, AttemptTimeout head, BooleanSupplier isOver, Runnable end) {
    if (head.get() != State.OPEN || isOver.getAsBoolean()) {
      return;
    }
    if (call.isClientClosed()) {
      end.run();
    } else {
      Runnable again = () -> endIfForgotten(call, head, isOver, end);
      call.timer().limit(POLL_NANOS, () -> call.timer().start(again));
    }
  }

  /** Returns whether the application must not see what the client reports of this attempt. */
  boolean isForeign() {
    return givenUp() || timeout.isExpired();
  }

  /**
   * Decides what follows from a response whose head has arrived. Returns whether the consumer gets
   * it now.
   */
  boolean shows(HttpResponse response) {
    int status = response.getStatusLine().getStatusCode();
    boolean redirected = outcome.wasRedirected();
    if (!head(status, new Apache4Headers(response), redirected).retries()) {
      return !holds(response, status, redirected);
    }
    drainedBody = ConsumerBody.unseen(call());
    signals = ConsumerBody.drain(call(), response, drainedBody, outcome.context);
    drained = response;
    return false;
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
    signals = made.body.hold(this, outcome.consumer, response);
    ResponseClock.holds(call(), made.body, () -> expire(made.body));
    return true;
  }

  /** Returns a body for the consumer. */
  ConsumerBody<T> body() {
    return new ConsumerBody<>(call(), outcome.consumer, outcome.context, this);
  }

  @Override
  public boolean endsAttempt(Throwable cut) {
    return FirstByte.endsAttempt(this, Apache4Failures.classify(cut), outcome.wasRedirected());
  }

  @Override
  public void asking() {
    outcome.commit();
  }

  @Override
  public Resumer offered(HttpAsyncResponseConsumer<T> consumer) {
    return outcome.resumer(held, content.body);
  }

  private void expire(PushedBody<?, ?, ?> expired) {
    if (expired.expire(Apache4Failures.timedOut())) {
      timeout.set(State.EXPIRED);
      abort();
    }
  }

  /** Returns whether the attempt has failed before the first byte of a response that was held. */
  boolean isFailedHeld() {
    ConsumerBody<T> begun = content;
    return begun != null && begun.body.clientResult().isCompletedExceptionally();
  }

  /**
   * Called when the client closes the producer or consumer, which a further attempt may need.
   * Clients up to 4.0 may do so on one thread while they report the attempt's failure on another.
   */
  void closedByClient() {
    used = true;
    closed = true;
    if (outcome.isKnown && (!isForeign() || outcome.isOverWith(this))) {
      outcome.release();
    }
    if (!end.isOver()) {
      report(running, this); // The client may not have done so.
    }
  }

  /** Does the same after {@link #closedByClient} has failed. */
  void closedAfterFault() {
    used = true;
    closed = true;
    if (outcome.isKnown && !givenUp() && timeout.get() != State.EXPIRED) {
      outcome.releaseAfterFault();
    }
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

  // What the client tells of it.

  @Override
  public void completed(T result) {
    used = true;
    ConsumerBody<T> begun = content;
    end.report(result, null, drained, begun == null ? null : begun.body, signals);
  }

  @Override
  public void failed(Exception thrown) {
    used = true;
    ConsumerBody<T> begun = content;
    end.report(null, thrown, drained, begun == null ? null : begun.body, signals);
  }

  @Override
  public void cancelled() {
    used = true;
    ConsumerBody<T> begun = content;
    Exception cause =
        FaultBoundary.<Exception>ask(
            outcome.call, WHERE, CancelledException::new, new CancellationException());
    end.report(null, cause, drained, begun == null ? null : begun.body, signals);
  }

  // What follows.

  @Override
  public void over() {
    if (copy != null) {
      copy.stopper = null; // The context may refer to the request long after the call.
    }
    timeout.stop();
  }

  @Override
  public void overAfterFault() {
    timeout.stop();
  }

  @Override
  public void left(Throwable thrown) {
    PushedBody<?, ?, ?> body = content.body;
    reported = thrown;
    if (!(thrown instanceof CancelledException)) {
      signals.failed(thrown == null ? cutUnseen() : thrown);
    } else if (body.isUnseen()) {
      body.clientFailed();
      end.report(null, thrown);
    } else if (!signals.isLeft()) {
      body.abort(thrown);
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
  public void ended(Object response, Throwable failure) {
    if (failure != null) {
      driver.failed(this, timeout.isExpired() ? Apache4Failures.timedOut() : failure);
    } else if (response == null && givenUp()) {
      driver.failed(this, new ConnectionClosedException("Connection closed"));
    } else {
      driver.completed(this, response);
    }
  }

  @Override
  public void settle(Object response, Throwable failure, Throwable fault) {
    boolean expired = failure != null && timeout.get() == State.EXPIRED;
    driver.settle(this, response, expired ? new SocketTimeoutException() : failure, fault);
  }

  @Override
  public void ended(T result, Throwable cause, Exception failure) {
    if (cause != reported || cause == null) {
      notified = cause != null && !(cause instanceof CancelledException);
    }
    end.report(result, failure);
  }

  @Override
  public void endedAfterFault(T result, Exception failure) {
    driver.settle(this, result, failure, null);
  }
}
