package io.redial.client.apache4;

import io.redial.call.AsyncDriver;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.RetryPolicy;
import java.net.SocketTimeoutException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.Cancellable;
import org.apache.http.concurrent.FutureCallback;

/** One time that the client is used for a call, and how it ends: once, whoever says so first. */
final class AsyncAttempt<T> extends Attempt implements FutureCallback<T> {
  private enum Stage {
    OPEN,
    HEAD,
    TIMED_OUT
  }

  private final AsyncApacheExchange<T> exchange;
  private final HttpRequest request;
  private final RequestCopy copy;
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.OPEN);
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile AsyncDriver<Object> driver;
  private volatile KeptContent kept;
  private volatile Object stopper;
  private volatile Future<?> timeout;
  private volatile Future<?> running;
  private volatile boolean told;
  private volatile boolean used;
  private volatile boolean closed;

  AsyncAttempt(Call call, AsyncApacheExchange<T> exchange, HttpRequest original) {
    super(call);
    this.exchange = exchange;
    RetryPolicy policy = call.policy();
    boolean limited = call.attemptNanos() != RetryPolicy.UNLIMITED;
    if (limited || policy.ifReady() || policy.attemptHeader() != null) {
      copy = new RequestCopy(original);
      copy.mark(policy, number());
      if (limited) {
        copy.stopper(handle -> stopper = handle);
      }
      this.request = copy.toRequest();
    } else {
      this.copy = null;
      this.request = original;
    }
  }

  AsyncApacheExchange<T> exchange() {
    return exchange;
  }

  HttpRequest request() {
    return request;
  }

  /** The client is about to be used. */
  void begin(AsyncDriver<Object> itsDriver) {
    driver = itsDriver;
    long nanos = call().attemptNanos();
    if (nanos != RetryPolicy.UNLIMITED) {
      // What the application is told of it, it is not told on the timer's own thread.
      timeout = call().timer().limit(nanos, () -> call().timer().start(this::timeOut));
    }
  }

  /** The client's future of it. */
  void runsAs(Future<?> future) {
    running = future;
  }

  /** The client's future of it, or null before there is one. */
  Future<?> running() {
    return running;
  }

  /** The client has thrown instead. */
  void neverBegan() {
    if (ended.compareAndSet(false, true)) {
      stopClock();
    }
  }

  private void stopClock() {
    if (copy != null) {
      copy.stopper(null); // The context shows the request when the call is long over.
    }
    Future<?> pending = timeout;
    if (pending != null) {
      pending.cancel(false);
    }
  }

  private void timeOut() {
    if (stage.compareAndSet(Stage.OPEN, Stage.TIMED_OUT)) {
      Object handle = stopper;
      if (handle instanceof Cancellable) {
        ((Cancellable) handle).cancel();
      }
      cancelled();
    }
  }

  /** Whether the response's head still counts; from then on the attempt is not timed any more. */
  boolean takesHead() {
    return stage.compareAndSet(Stage.OPEN, Stage.HEAD);
  }

  boolean hasTimedOut() {
    return stage.get() == Stage.TIMED_OUT;
  }

  /** Whether what the client says of this attempt does not concern the application any more. */
  boolean isForeign() {
    return givenUp() || hasTimedOut();
  }

  void keep(KeptContent content) {
    kept = content;
  }

  KeptContent kept() {
    return kept;
  }

  /** The client has told the producer or the consumer of a failure. */
  void told() {
    used = true;
    told = true;
  }

  boolean wasTold() {
    return told || hasTimedOut();
  }

  /**
   * The client lets go of the producer and the consumer, which a further attempt may still need: up
   * to 4.0 it may do so on one thread while it reports the attempt's failure on another.
   */
  void closedByClient() {
    used = true;
    closed = true;
    if (!isForeign() && exchange.hasOutcome()) {
      exchange.release();
    }
  }

  /** Whether the client has let go of them already. */
  boolean isClosed() {
    return closed;
  }

  /** Whether nobody else closes the producer and the consumer. */
  boolean isLeftOpen() {
    return !used || isForeign();
  }

  boolean hasEnded() {
    return ended.get();
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
    if (end()) {
      driver.completed(this, givenUp() ? response() : result);
    }
  }

  @Override
  public void failed(Exception thrown) {
    if (end()) {
      driver.failed(this, hasTimedOut() ? timedOut() : thrown);
    }
  }

  @Override
  public void cancelled() {
    if (!end()) {
      return;
    }
    if (givenUp()) {
      driver.completed(this, response());
    } else {
      driver.failed(this, hasTimedOut() ? timedOut() : new Cancelled());
    }
  }

  private HttpResponse response() {
    return kept.response();
  }

  private static SocketTimeoutException timedOut() {
    return new SocketTimeoutException("Read timed out (per-try-timeout)");
  }

  /** The application's own doing; it gets to see a cancelled future and not this. */
  static final class Cancelled extends Exception {
    Cancelled() {
      super("cancelled", null, false, false);
    }
  }
}
