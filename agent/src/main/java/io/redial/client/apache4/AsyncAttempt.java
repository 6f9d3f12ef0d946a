package io.redial.client.apache4;

import io.redial.call.AsyncDriver;
import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.BodyEnded;
import io.redial.call.Call;
import io.redial.call.FirstByte;
import io.redial.call.Rethrow;
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

/** One use of the client for a call. It ends once: the first report of its end counts. */
final class AsyncAttempt<T> extends Attempt implements FutureCallback<T> {
  final AttemptOwner<T> exchange;
  final HttpRequest request;

  final AttemptTimeout timeout = new AttemptTimeout();

  /** Whether the end of the attempt was reported. */
  final AtomicBoolean ended = new AtomicBoolean();

  /** The response that is given up on, once there is one. */
  volatile KeptContent kept;

  /** The response that is held back until the first byte of its body, once there is one. */
  volatile HeldContent held;

  /** The body that goes on if its connection breaks; null if it does not. */
  volatile ContentInParts content;

  /** Whether that goes on after the end of this attempt, so that the consumer has no result yet. */
  volatile boolean open;

  /** What becomes of the body after a fault of Redial's; null before. */
  volatile ContentAfterFault plain;

  /** The client's future of it, or null before there is one. */
  volatile Future<T> running;

  /** Whether the client has told the producer or the consumer of a failure. */
  volatile boolean told;

  /** Whether the client has already closed the producer and the consumer. */
  volatile boolean closed;

  /** Whether the client has used them. */
  volatile boolean used;

  private final RequestCopy copy;
  private volatile AsyncDriver<Object> driver;
  private volatile Object stopper;

  AsyncAttempt(Call call, AttemptOwner<T> exchange, RequestView view) {
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

  /** The client is about to be used. */
  void begin(AsyncDriver<Object> driving) {
    driver = driving;
    call().startAttemptClock();
    timeout.startOffTimer(call().timer(), call().attemptNanos(), this::abort);
  }

  void stopClock() {
    if (copy != null) {
      copy.stopper(null); // The context shows the request when the call is long over.
    }
    timeout.stop();
  }

  /** The time ran out, which ends the attempt. */
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

  /** Whether the application does not learn what the client reports of this attempt. */
  boolean isForeign() {
    return givenUp || timeout.isExpired();
  }

  boolean wasTold() {
    return told || timeout.isExpired();
  }

  /**
   * Decides on a response whose head has arrived, and returns what takes the body if the response
   * is given up on; null if the application's consumer takes it. Throws nothing except at its very
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
      givenUp = false;
      kept = null;
      exchange.fault("Apache HttpAsyncClient 4 response", fault);
    }
    return kept;
  }

  /** Whether a response waits for the first byte of its body (rule 10.6). */
  boolean holdsBack(HttpResponse response) {
    HttpEntity entity = response.getEntity();
    if (entity == null || !call().policy().commitsAtFirstByte()) {
      return false;
    }
    if (entity.getContentLength() == 1) {
      return false; // The client would take the first byte for all that there is to be read.
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
   * The client closes the producer and the consumer, which a further attempt may still need.
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

  /** The same where that failed. */
  void closedAfterFault() {
    used = true;
    closed = true;
    if (exchange.outcome && !givenUp && timeout.state.get() != State.EXPIRED) {
      exchange.releaseAfterFault();
    }
  }

  /** The client's future is done; this attempt may not have been told. */
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

  /** Whether Redial has to close the producer and the consumer. */
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
    Object outcome = givenUp ? (content == null ? null : content.response) : result;
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
      if (givenUp) {
        completed(null);
      } else {
        failed(new CancelledException());
      }
    } catch (Throwable thrown) {
      settle(null, new CancellationException(), thrown);
    }
  }

  /** The body that this attempt began has ended elsewhere; the failure is null if it is whole. */
  void endElsewhere(T result, Exception failure) {
    if (failure == null) {
      driver.completed(this, result);
    } else {
      driver.failed(this, failure);
    }
  }

  /** The same by the simplest means, after a fault. */
  void endAfterFault(T result, Exception failure) {
    driver.settle(this, result, failure, null);
  }

  /** Delivers the outcome after a fault. What the application threw is passed on to the client. */
  void settle(Object result, Exception failure, Throwable thrown) {
    if (thrown == exchange.future.applications) {
      throw Rethrow.asIs(thrown);
    }
    boolean expired = failure != null && timeout.state.get() == State.EXPIRED;
    driver.settle(this, result, expired ? new SocketTimeoutException() : failure, thrown);
  }
}
