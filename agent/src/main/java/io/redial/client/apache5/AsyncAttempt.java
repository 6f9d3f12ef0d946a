package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.RetryPolicy;
import java.net.SocketTimeoutException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpRequest;

/**
 * One attempt of an asynchronous call, and what the client calls back when it ends. A response that
 * is given up on ends its attempt only when the client has let go of the connection.
 */
final class AsyncAttempt<T> extends Attempt implements FutureCallback<Object>, Stoppable {
  private final AsyncHttpExchange<T> exchange;
  private final AttemptProducer producer;
  private final AttemptConsumer<T> consumer;
  private final Redirects redirects;
  private Carried carried;
  private Future<?> limit;
  private Future<?> running;
  private boolean arrived;
  private boolean ended;
  private boolean released;
  private boolean reported;
  private volatile boolean stopped;
  private volatile boolean dropped;
  private volatile AsyncExecRuntime stream;
  private volatile boolean abandoned;

  AsyncAttempt(
      Call call,
      AsyncHttpExchange<T> exchange,
      SentRequest sent,
      HttpRequest request,
      RequestBody body) {
    super(call);
    this.exchange = exchange;
    this.producer = new AttemptProducer(sent, request, body);
    this.consumer = new AttemptConsumer<>(exchange, this);
    this.redirects = new Redirects(exchange.context(), request);
  }

  AttemptProducer producer() {
    return producer;
  }

  AttemptConsumer<T> consumer() {
    return consumer;
  }

  /** It is about to be made: starts the clock of {@code per-try-timeout}. */
  void begin() {
    carried = Carried.by(exchange.context(), this);
    long nanos = call().attemptNanos();
    if (nanos != RetryPolicy.UNLIMITED) {
      // Cancelling calls the application back, which must not hold up the timer.
      limit = call().timer().limit(nanos, () -> call().timer().start(this::stop));
    }
  }

  /** The client's future of it. */
  void runsAs(Future<?> future) {
    boolean late;
    synchronized (this) {
      running = future;
      late = stopped || dropped;
    }
    if (late) {
      future.cancel(true);
    }
  }

  /** The client has thrown instead. */
  void neverBegan() {
    end();
  }

  private void stop() {
    synchronized (this) {
      if (arrived || ended || abandoned) {
        return;
      }
      stopped = true;
    }
    cancelRunning();
  }

  /**
   * Ends the exchange and its connection, unless it is over: others may use the connection then.
   */
  private void cancelRunning() {
    Future<?> future;
    synchronized (this) {
      future = ended ? null : running;
    }
    if (future != null) {
      future.cancel(true);
    }
  }

  /** The client sends it over a connection that other calls may share. */
  void streamsThrough(AsyncExecRuntime runtime) {
    stream = runtime;
  }

  /**
   * The body of the response that is given up on takes too long, or is too long. An exchange that
   * fails or is cancelled closes its connection; one that has let go of it ends its own stream.
   */
  void drop() {
    dropped = true;
    AsyncExecRuntime shared = stream;
    if (shared != null) {
      shared.releaseEndpoint();
    }
    cancelRunning();
  }

  boolean isDropped() {
    return dropped;
  }

  /**
   * The application cancelled the call. The client may still go on with the exchange, and has the
   * application's consumer for it, as ever.
   */
  void abandon() {
    boolean open;
    synchronized (this) {
      open = !arrived && !stopped && !ended;
      abandoned |= open;
    }
    if (open) {
      consumer.leaveToApplication();
    }
    cancelRunning();
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** The response's head is there: the timeout can end it no more; false if it is over already. */
  boolean arrive() {
    synchronized (this) {
      if (stopped || ended || abandoned) {
        return false;
      }
      arrived = true;
    }
    stopClock();
    return true;
  }

  private void stopClock() {
    if (limit != null) {
      limit.cancel(false);
    }
  }

  @Override
  public boolean isStopped() {
    return stopped;
  }

  @Override
  public Redirects redirects() {
    return redirects;
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  @Override
  public void completed(Object result) {
    if (!end()) {
      return;
    }
    if (givenUp()) {
      reportGivenUp(false);
    } else if (report()) {
      exchange.driver().completed(this, result);
    }
  }

  @Override
  public void failed(Exception thrown) {
    if (!end()) {
      return;
    }
    if (givenUp()) {
      reportGivenUp(true);
    } else if (report()) {
      exchange.driver().failed(this, stopped ? timeout() : thrown);
    }
  }

  @Override
  public void cancelled() {
    failed(new CancelledException());
  }

  private static SocketTimeoutException timeout() {
    return new SocketTimeoutException("per-try-timeout");
  }

  /** The client is done with the consumer, and with the connection before. */
  void released() {
    boolean waited;
    synchronized (this) {
      released = true;
      waited = ended;
    }
    if (waited && givenUp()) {
      reportGivenUp(true);
    }
  }

  private void reportGivenUp(boolean connectionGone) {
    synchronized (this) {
      if (!released && !connectionGone) {
        return;
      }
    }
    if (report()) {
      exchange.driver().completed(this, consumer.kept());
    }
  }

  /** Whether the driver has not been told yet: a failure gives the attempt up as well. */
  private synchronized boolean report() {
    boolean first = !reported;
    reported = true;
    return first;
  }

  private boolean end() {
    synchronized (this) {
      if (ended) {
        return false;
      }
      ended = true;
    }
    stopClock();
    carried.takeOff(exchange.context());
    return true;
  }
}
