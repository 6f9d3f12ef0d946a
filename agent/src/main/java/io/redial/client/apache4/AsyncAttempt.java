package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.Exceptions;
import io.redial.call.FirstByte;
import io.redial.policy.RetryPolicy;
import java.net.SocketTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.HttpEntity;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.Cancellable;
import org.apache.http.concurrent.FutureCallback;

/** One attempt of an asynchronous call. It ends once: the first report of its end counts. */
final class AsyncAttempt<T> extends Attempt implements FutureCallback<T> {
  final ApacheOutcome<T> exchange;
  final HttpRequest request;

  final AttemptTimeout timeout = new AttemptTimeout();

  /** Whether the end of the attempt was reported. */
  final AtomicBoolean ended = new AtomicBoolean();

  /** The response that is given up on, once there is one. */
  volatile KeptContent kept;

  /** The response that is held back until the first byte of its body, once there is one. */
  volatile HeldContent held;

  /** The resumable body; null if the body cannot be resumed. */
  volatile ContentInParts content;

  /** Whether the body continues after the end of this attempt: the consumer has no result yet. */
  volatile boolean open;

  /** Delivers the body after an internal fault; null before. */
  volatile ContentAfterFault plain;

  /** The client's future for this attempt, or null before there is one. */
  volatile Future<T> running;

  /** Whether the client has notified the producer or the consumer of a failure. */
  volatile boolean told;

  /** Whether the client has already closed the producer and the consumer. */
  volatile boolean closed;

  /** Whether the client has used the producer or the consumer. */
  volatile boolean used;

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
   * Decides what follows from a response whose head has arrived. Returns what takes the body if the
   * response is given up on; null if the application's consumer takes it. Throws nothing, except on
   * entry.
   */
  KeptContent givenUpContent(HttpResponse response) {
    try {
      int status = response.getStatusLine().getStatusCode();
      boolean redirected = exchange.wasRedirected();
      if (head(status, new Apache4Headers(response), redirected).retries()) {
        kept = new KeptContent(response, call(), exchange.context);
      }
    } catch (Throwable fault) {
      giveUp(false);
      kept = null;
      exchange.fault("Apache HttpAsyncClient 4 response", fault);
    }
    return kept;
  }

  /** Returns whether a response is now held back until the first byte of its body (rule 10.6). */
  boolean holdsBack(HttpResponse response) {
    HttpEntity entity = response.getEntity();
    if (entity == null || !call().policy().commitsAtFirstByte()) {
      return false;
    }
    if (entity.getContentLength() == 1) {
      return false; // Reading the first byte would complete the body for the client.
    }
    int status = response.getStatusLine().getStatusCode();
    boolean redirected = exchange.wasRedirected();
    if (!FirstByte.isAwaited(this, status, entity.getContentLength(), redirected)) {
      return false;
    }
    timeout.goOn(call().timer(), call().attemptNanosLeft(), this::abort);
    held = new HeldContent(response);
    return true;
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
    Future<T> future = running;
    if (future == null || !future.isDone()) {
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
    KeptContent content = kept;
    Object outcome = givenUp() ? (content == null ? null : content.response) : result;
    try {
      if (end()) {
        ContentInParts body = this.content;
        if (open && plain != null) {
          plain.deliverLater();
        } else if (open) {
          body.firstEnded();
        } else {
          driver.completed(this, outcome);
        }
      }
    } catch (Throwable thrown) {
      if (open) {
        this.content.rescue(thrown, null);
      } else {
        settle(outcome, null, thrown);
      }
    }
  }

  @Override
  public void failed(Exception thrown) {
    Exception failure = thrown;
    try {
      if (end()) {
        failure = timeout.isExpired() ? Apache4Failures.timedOut() : thrown;
        ContentInParts body = content;
        if (body != null && failure instanceof BodyEnded && plain != null) {
          body.rescue(null, failure);
        } else if (body == null || plain != null) {
          driver.failed(this, failure);
        } else {
          body.firstBroke(failure);
        }
      }
    } catch (Throwable another) {
      boolean expired = timeout.state.get() == State.EXPIRED;
      failure = expired ? Apache4Failures.timedOut() : failure;
      if (content != null && plain == null) {
        content.rescue(another, failure);
      } else {
        settle(null, failure, another);
      }
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

  /** Reports the end of the body that this attempt began; the failure is null if it is complete. */
  void endElsewhere(T result, Exception failure) {
    if (failure == null) {
      driver.completed(this, result);
    } else {
      driver.failed(this, failure);
    }
  }

  /** Does the same by the simplest means, after an internal fault. */
  void endAfterFault(T result, Exception failure) {
    driver.settle(this, result, failure, null);
  }

  /** Delivers the outcome after an internal fault. Rethrows what the application's code threw. */
  void settle(Object result, Exception failure, Throwable thrown) {
    if (thrown == exchange.future.applications) {
      throw Exceptions.sneakyThrow(thrown);
    }
    boolean expired = failure != null && timeout.state.get() == State.EXPIRED;
    driver.settle(this, result, expired ? new SocketTimeoutException() : failure, thrown);
  }
}
