package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.Exceptions;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.ResponseSignals;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.CapacityChannel;

/**
 * One attempt of an asynchronous call, and the callback for its end. If its response is given up
 * on, the attempt ends only when the client has released the connection. If an internal fault
 * occurs in a callback, the call gets the outcome that the client reported (rule 1.4).
 */
final class AsyncAttempt<T> extends Attempt implements FutureCallback<Object>, Stoppable {
  private final Call call;
  private final AsyncHttpExchange<T> exchange;
  private final CallbackDriver<Object> driver;
  final AttemptProducer producer;
  final AttemptConsumer<T> consumer;
  private final Redirects redirects;
  private AttemptContext carried;
  final AttemptTimeout timeout = new AttemptTimeout();
  private Future<?> running;
  volatile boolean ended;
  private volatile boolean released;
  private boolean reported;
  private volatile boolean dropped;
  final ExchangeEnd exchangeEnd = new ExchangeEnd();
  private volatile boolean abandoned;

  /** Whether the body of the response may be resumed. */
  volatile boolean isResumable;

  AsyncAttempt(
      Call call,
      AsyncHttpExchange<T> exchange,
      CapturedRequest sent,
      HttpRequest request,
      RequestBody body) {
    super(call);
    this.call = call;
    this.exchange = exchange;
    this.driver = exchange.driver();
    this.producer = new AttemptProducer(sent, request, body);
    this.consumer = new AttemptConsumer<>(exchange, this, call);
    this.redirects = new Redirects(exchange.context(), request);
  }

  /** Prepares the attempt and starts the clock of {@code per-try-timeout}. */
  void begin() {
    carried = AttemptContext.by(exchange.context(), this, exchangeEnd);
    call().startAttemptClock();
    timeout.startOffTimer(call().timer(), call().attemptNanos(), this::stop);
  }

  /** Takes the client's future for the attempt. */
  void runsAs(Future<?> future) {
    boolean late;
    synchronized (this) {
      running = future;
      late = timeout.isExpired() || dropped;
    }
    if (late) {
      endExchange();
    }
  }

  /** Ends the exchange because the time ran out. The client then reports the end. */
  void stop() {
    if (!ended) {
      endExchange();
    }
  }

  private void endExchange() {
    try {
      exchangeEnd.end(call(), this::cancelRunning);
    } catch (Throwable fault) {
      call().fault("HttpClient 5 timeout", fault);
      cancelRunning();
    } finally {
      Exception reported = exchangeEnd.failure;
      if (reported != null) {
        failed(reported);
      }
    }
  }

  /**
   * Ends the exchange and its connection, unless the exchange is over: other calls may then use the
   * connection.
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

  /** Ends the exchange: the body of the given-up response takes too long or is too long. */
  void drop() {
    dropped = true;
    endExchange();
  }

  /**
   * Called when the application has cancelled the call. The client may still continue the exchange,
   * and then uses the application's consumer, as without Redial.
   */
  void abandon() {
    boolean open;
    synchronized (this) {
      open = timeout.end();
      abandoned |= open;
    }
    if (open) {
      consumer.leaveToApplication();
    }
    consumer.cancelBody();
    cancelRunning();
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /**
   * Notes that the response's head arrived, so that the timeout cannot end the attempt any more.
   * Returns false if the attempt is over already.
   */
  boolean arrive() {
    synchronized (this) {
      timeout.takeHead();
      if (timeout.state.get() != State.HEAD || ended) {
        return false;
      }
    }
    timeout.stop();
    return true;
  }

  @Override
  public boolean isStopped() {
    return timeout.isExpired() || consumer.isExpired();
  }

  @Override
  public boolean awaitsFirstByte() {
    return consumer.awaitsFirstByte();
  }

  @Override
  public boolean isRedirected() {
    return redirects.followed();
  }

  @Override
  public Redirects redirects() {
    return redirects;
  }

  @Override
  public void completed(Object result) {
    try {
      if (!end()) {
        return;
      }
      if (givenUp()) {
        reportGivenUp(false);
      } else if (consumer.body == null && report()) { // Otherwise, the body says how it ends.
        driver.completed(this, result);
      }
    } catch (Throwable thrown) {
      broken(result, null, thrown);
    }
  }

  @Override
  public void failed(Exception thrown) {
    try {
      if (exchangeEnd.holdsBack(thrown) || !end()) {
        return;
      }
      if (givenUp()) {
        reportGivenUp(true);
      } else {
        endUnlessSeen(thrown);
      }
    } catch (Throwable another) {
      boolean expired = timeout.state.get() == State.EXPIRED;
      broken(null, expired ? Apache5Failures.timedOut() : thrown, another);
    }
  }

  /** Ends the attempt, unless the application's consumer has got a response. */
  @SuppressWarnings("FutureReturnValueIgnored") // What depends on it reports its own faults.
  private void endUnlessSeen(Exception thrown) {
    CompletableFuture<T> unseen = consumer.body == null ? null : consumer.clientFailed(thrown);
    if (unseen != null && !unseen.isDone()) { // Another thread is handling the cut.
      unseen.whenComplete((seen, cut) -> endUnlessSeenNow(unseen, thrown));
    } else if (unseen == null || unseen.isCompletedExceptionally()) {
      exchange.reportFailure(this, isStopped() ? Apache5Failures.timedOut() : thrown);
    }
  }

  private void endUnlessSeenNow(CompletableFuture<T> unseen, Exception thrown) {
    try {
      if (unseen.isCompletedExceptionally()) {
        exchange.reportFailure(this, isStopped() ? Apache5Failures.timedOut() : thrown);
      }
    } catch (Throwable fault) {
      broken(null, thrown, fault);
    }
  }

  /** Called when the body has failed, or the consumer has refused the response. */
  void bodyEnded(Object none, Throwable thrown) {
    Exception failure = null;
    try {
      if (thrown != null) {
        failure = thrown instanceof Exception ? (Exception) thrown : new ExecutionException(thrown);
        exchange.endInPlaceOfClient(
            this, null, exchange.isCancelled() ? new CancelledException() : failure);
      }
    } catch (Throwable fault) {
      driver.settle(this, null, failure, fault);
    }
  }

  @Override
  public void cancelled() {
    try {
      failed(new CancelledException());
    } catch (Throwable thrown) {
      boolean expired = timeout.state.get() == State.EXPIRED;
      broken(null, expired ? Apache5Failures.timedOut() : new CancellationException(), thrown);
    }
  }

  /** Returns what the client tells the consumer of a body that the application has cancelled. */
  static InterruptedIOException cancelledInBody() {
    return new InterruptedIOException();
  }

  /** Ends the call with what the client reported. An exception of the application's is rethrown. */
  void broken(Object result, Throwable failure, Throwable thrown) {
    if (thrown == exchange.outcome.applications.thrown()) {
      throw Exceptions.sneakyThrow(thrown);
    }
    ended = true;
    leaveContext();
    ResponseSignals<CapacityChannel> told = consumer.signals;
    if (told != null && failure != null) {
      told.failed(failure);
    }
    if (givenUp()) {
      driver.settle(this, consumer.drained, null, thrown);
    } else if (consumer.body == null || consumer.body.clients().isCompletedExceptionally()) {
      driver.settle(this, result, failure, thrown);
    } else {
      FaultBoundary.report(call, "HttpClient 5 response", thrown); // The body says how it ends.
    }
  }

  /** Called when the client has released the connection and then the consumer. */
  void released() {
    boolean waited;
    synchronized (this) {
      released = true;
      waited = ended && !reported;
    }
    if (waited && givenUp()) {
      reportGivenUp(true);
    }
  }

  /** Takes the place of {@link #released} if that has failed. */
  void releasedAfterFault() {
    boolean waited;
    synchronized (this) {
      released = true;
      waited = ended && givenUp() && !reported;
    }
    if (waited) {
      driver.settle(this, consumer.drained, null, null);
    }
  }

  private void reportGivenUp(boolean connectionGone) {
    synchronized (this) {
      if (!released && !connectionGone) {
        return;
      }
    }
    if (!report()) {
      return;
    }
    try {
      DrainedResponse<T> kept = consumer.drained;
      if (kept != null) {
        driver.completed(this, kept);
      } else {
        driver.failed(this, new ConnectionClosedException("the response was given up on"));
      }
    } catch (Throwable thrown) {
      broken(null, null, thrown);
    }
  }

  /**
   * Returns true the first time, when the driver is to be notified. An attempt that fails while its
   * response is given up on must not be reported twice.
   */
  synchronized boolean report() {
    boolean first = !reported;
    reported = true;
    return first;
  }

  private void leaveContext() {
    AttemptContext carrier = carried;
    if (carrier != null) {
      carrier.attempt = null;
    }
  }

  /** Ends the attempt when the client is done with it or threw. Returns true only once. */
  boolean end() {
    synchronized (this) {
      if (ended) {
        return false;
      }
      ended = true;
    }
    try {
      timeout.end();
      timeout.stop();
      carried.takeOff(exchange.context());
    } catch (Throwable fault) {
      leaveContext();
      call().fault("HttpClient 5 context", fault);
    }
    return true;
  }
}
