package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.Call;
import io.redial.kernel.AttemptCompletion;
import io.redial.kernel.Exceptions;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.ResponseSignals;
import java.net.SocketTimeoutException;
import java.util.concurrent.CancellationException;
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
final class AsyncAttempt<T> extends Attempt
    implements FutureCallback<Object>, AttemptCompletion.Owner<Object>, Stoppable {
  private static final String WHERE = "HttpClient 5 response";

  // Its consumer reads them, so that no method that could fail stands in between.
  final Call call;
  final AsyncHttpExchange<T> exchange;

  final AttemptProducer producer;
  final AttemptConsumer<T> consumer;
  private final Redirects redirects;
  volatile AttemptContext carried;
  final AttemptTimeout timeout = new AttemptTimeout();
  private Future<?> running;
  final AttemptCompletion<Object> end;
  private volatile boolean dropped;
  volatile boolean abandoned;

  /** Whether the body of the response may be resumed. */
  volatile boolean isResumable;

  AsyncAttempt(
      Call call, AsyncHttpExchange<T> exchange, CapturedRequest sent, HttpRequest request) {
    super(call);
    this.call = call;
    this.exchange = exchange;
    this.producer = new AttemptProducer(sent, request);
    this.consumer = new AttemptConsumer<>(this);
    this.redirects = new Redirects(exchange.context, request);
    this.end = new AttemptCompletion<>(call, exchange.outcome, this, true);
  }

  /** Prepares the attempt and starts the clock of {@code per-try-timeout}. */
  void begin() {
    carried = AttemptContext.by(exchange.context, this);
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
    if (!end.isOver()) {
      endExchange();
    }
  }

  private void endExchange() {
    end.by(() -> AttemptContext.leaveConnection(carried), this::cancelRunning);
  }

  /**
   * Ends the exchange and its connection, unless the exchange is over: other calls may then use the
   * connection.
   */
  private void cancelRunning() {
    Future<?> future;
    synchronized (this) {
      future = end.isOver() ? null : running;
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

  /**
   * Notes that the response's head arrived, so that the timeout cannot end the attempt any more.
   * Returns false if the attempt is over already.
   */
  boolean arrive() {
    synchronized (this) {
      timeout.takeHead();
      if (timeout.get() != State.HEAD || end.isOver()) {
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

  // What the client tells of it.

  @Override
  public void completed(Object result) {
    end.report(result, null, consumer.drained, consumer.body, consumer.signals);
  }

  @Override
  public void failed(Exception thrown) {
    end.report(null, thrown, consumer.drained, consumer.body, consumer.signals);
  }

  @Override
  public void cancelled() {
    Exception cause =
        FaultBoundary.<Exception>ask(
            call, WHERE, CancelledException::new, new CancellationException());
    end.report(null, cause, consumer.drained, consumer.body, consumer.signals);
  }

  /** Called when the body has failed, or the consumer has refused the response. */
  void bodyEnded(Object none, Throwable thrown) {
    if (thrown != null) {
      Exception failure = Exceptions.asException(thrown, ExecutionException::new);
      end.report(
          null,
          FaultBoundary.ask(
              call,
              WHERE,
              () -> exchange.outcome.future.isCancelled() ? new CancelledException() : failure,
              failure));
    }
  }

  // What follows.

  @Override
  public void over() {
    timeout.end();
    timeout.stop();
    AttemptContext noted = carried;
    if (noted != null) {
      noted.detach(exchange.context);
    }
  }

  @Override
  public void overAfterFault() {
    AttemptContext carrier = carried;
    if (carrier != null) {
      carrier.attempt = null;
    }
  }

  @Override
  public void left(Throwable thrown) {
    ResponseSignals<CapacityChannel> current = consumer.signals;
    if (thrown != null && current != null) {
      current.failedQuietly(thrown); // It is all that some clients report of a cut.
    }
  }

  @Override
  public void ended(Object response, Throwable failure) {
    if (failure != null) {
      exchange.driver.failed(this, isStopped() ? Apache5Failures.timedOut() : failure);
    } else if (response == null && givenUp()) {
      exchange.driver.failed(this, new ConnectionClosedException("the response was given up on"));
    } else {
      exchange.driver.completed(this, response);
    }
  }

  @Override
  public void settle(Object response, Throwable failure, Throwable fault) {
    boolean expired = failure != null && timeout.get() == State.EXPIRED;
    exchange.driver.settle(this, response, expired ? new SocketTimeoutException() : failure, fault);
  }
}
