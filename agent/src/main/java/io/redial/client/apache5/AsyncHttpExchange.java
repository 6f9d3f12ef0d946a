package io.redial.client.apache5;

import io.redial.call.Admission;
import io.redial.call.AsyncDriver;
import io.redial.call.AsyncExchange;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.Failure;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;

/** One {@code execute} of an asynchronous client, and the future that the application holds. */
final class AsyncHttpExchange<T> implements AsyncExchange<Object> {
  /** Null once the call is over: what the application keeps may go on holding its last attempt. */
  private volatile CloseableHttpAsyncClient client;

  private final HttpHost target;
  private final SentRequest sent;
  private final AsyncResponseConsumer<T> consumer;
  private final HandlerFactory<AsyncPushConsumer> pushes;
  private final HttpContext context;
  private final RequestBody body;
  private final AttemptRequests requests;
  private final AsyncDriver<Object> driver;
  final AtomicBoolean consumerReleased = new AtomicBoolean();
  private ComplexFuture<T> future;
  private volatile AsyncAttempt<T> current;

  /** The application's code was given a head: no attempt follows. */
  volatile boolean committed;

  /** What the application's callback has thrown. */
  volatile Throwable applications;

  /** The attempt of whose failure the client would have told the application's consumer. */
  volatile AsyncAttempt<T> toldFailure;

  AsyncHttpExchange(
      CloseableHttpAsyncClient client,
      HttpHost target,
      SentRequest sent,
      AsyncResponseConsumer<T> consumer,
      HandlerFactory<AsyncPushConsumer> pushes,
      HttpContext context,
      Call call) {
    this.client = client;
    this.target = target;
    this.sent = sent;
    this.consumer = consumer;
    this.pushes = pushes == null ? null : new PushHandlers(pushes, call);
    this.context = context;
    this.body = new RequestBody(sent, call);
    this.requests = new AttemptRequests(client, sent.request());
    this.driver = new AsyncDriver<>(call, this);
  }

  Object[] start(Attempt first, FutureCallback<T> callback) {
    future = new ComplexFuture<>(callback == null ? null : noting(callback));
    future.setDependency(this::cancel);
    return driver.start(first, future);
  }

  /** The application's callback; what it throws is noted, and thrown on. */
  private FutureCallback<T> noting(FutureCallback<T> callback) {
    return new FutureCallback<T>() {
      @Override
      public void completed(T result) {
        try {
          callback.completed(result);
        } catch (Throwable its) {
          applications = its;
          throw its;
        }
      }

      @Override
      public void failed(Exception thrown) {
        try {
          callback.failed(thrown);
        } catch (Throwable its) {
          applications = its;
          throw its;
        }
      }

      @Override
      public void cancelled() {
        try {
          callback.cancelled();
        } catch (Throwable its) {
          applications = its;
          throw its;
        }
      }
    };
  }

  /** The application cancelled its future. */
  private boolean cancel() {
    AsyncAttempt<T> attempt = current;
    if (attempt != null) {
      attempt.abandon();
    }
    driver.abandon();
    return true;
  }

  AsyncDriver<Object> driver() {
    return driver;
  }

  AsyncResponseConsumer<T> consumer() {
    return consumer;
  }

  HttpContext context() {
    return context;
  }

  @Override
  public Attempt attempt(Call call) {
    return new AsyncAttempt<>(call, this, sent, requests.next(call.policy()), body);
  }

  @Override
  public void send(Attempt attempt, AsyncDriver<Object> itsDriver) {
    AsyncAttempt<T> made = ours(attempt);
    AsyncAttempt<T> before = current;
    current = made;
    Future<?> running;
    try {
      body.begin(made.producer());
      made.begin();
      running = execute(made);
    } catch (Throwable thrown) {
      if (thrown == attempt.failure || !attempt.made) {
        made.neverBegan();
      }
      if (!attempt.made) {
        current = before;
      }
      throw thrown;
    }
    made.runsAs(running);
    if (future.isDone() && !made.ended) {
      made.abandon(); // It was cancelled while this attempt was being made.
    }
  }

  private Future<?> execute(AsyncAttempt<T> made) {
    AttemptProducer producer = made.producer();
    AttemptConsumer<T> itsConsumer = made.consumer();
    CloseableHttpAsyncClient its = client;
    Object outer = Admission.open(its);
    try {
      made.made = true;
      return its.execute(target, producer, itsConsumer, pushes, context, made);
    } catch (Throwable thrown) {
      made.failure = thrown;
      throw thrown;
    } finally {
      Admission.close(outer);
    }
  }

  /** The application's code is given a head: no attempt follows. */
  AsyncResponseConsumer<T> commit() {
    if (committed) {
      consumerReleased.set(false); // The client let go of it when the first body broke off.
    }
    return leaveToApplication();
  }

  /** The application cancelled the call, or has its head. */
  AsyncResponseConsumer<T> leaveToApplication() {
    committed = true;
    body.commit();
    return consumer;
  }

  /** The attempt is given up on: nothing more of its body is sent. */
  void fence() {
    body.fence();
  }

  /** The client has done with the consumer, as it says more than once. */
  private void releaseConsumer() {
    if (consumerReleased.compareAndSet(false, true)) {
      consumer.releaseResources();
    }
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    if (committed) {
      return Failure.OTHER;
    }
    if (ours(attempt).isStopped()) {
      return Failure.TIMEOUT;
    }
    Failure kind = Apache5Failures.classify(thrown);
    boolean lost =
        Apache5Failures.endedWithItsSession(thrown)
            || (kind == Failure.CONNECTION_ERROR_UNPROCESSED && mayHaveGoneOut());
    return lost ? Failure.CONNECTION_ERROR : kind;
  }

  /**
   * Up to 5.4 the client also says of a stream that went out with its connection that it was not
   * executed. It notes the protocol of a stream before it sends it, and of none that it does not.
   */
  private boolean mayHaveGoneOut() {
    return context.getProtocolVersion().greaterEquals(HttpVersion.HTTP_2);
  }

  @Override
  public boolean redirected(Attempt attempt) {
    try {
      return ours(attempt).redirects().followed();
    } catch (Throwable fault) {
      attempt.call().fault("HttpClient 5 redirects", fault);
      return true; // What may not follow a redirect is not sent again.
    }
  }

  @Override
  @SuppressWarnings("unchecked") // What the application's consumer made.
  public void deliver(Object result) {
    if (result instanceof KeptResponse) {
      fail(new ConnectionClosedException("the response was given up on and is not complete"));
    } else {
      future.completed((T) result);
    }
  }

  @Override
  public void fail(Throwable thrown) {
    try {
      tellFailure(asException(thrown));
    } finally {
      try {
        if (thrown instanceof CancelledException) {
          future.cancel();
        } else {
          future.failed(asException(thrown));
        }
      } finally {
        release();
      }
    }
  }

  /** Tells the application's consumer and producer what the client would have told them. */
  private void tellFailure(Exception thrown) {
    tellConsumer(thrown);
    body.fail();
  }

  private void tellConsumer(Exception thrown) {
    if (!committed && toldFailure != null && toldFailure == current) {
      toldFailure = null;
      consumer.failed(thrown);
    }
  }

  private void tellFailureAnyhow(Exception thrown) {
    try {
      tellFailure(thrown);
    } catch (Throwable ignored) { // It is the call's outcome all the same.
      try {
        tellConsumer(thrown);
      } catch (Throwable another) {
        // Likewise.
      }
    }
  }

  @Override
  public Throwable applications() {
    return applications;
  }

  @Override
  @SuppressWarnings("unchecked") // What the application's consumer made.
  public void endAnyhow(Attempt attempt, Object response, Throwable failure) {
    try {
      if (failure instanceof CancelledException) {
        future.cancel();
      } else if (failure != null) {
        Exception its =
            failure instanceof Exception ? (Exception) failure : new ExecutionException(failure);
        tellFailureAnyhow(its);
        future.failed(its);
      } else if (attempt.givenUp) {
        endKept(attempt, response);
      } else {
        future.completed((T) response);
      }
    } finally {
      try {
        body.close();
      } catch (Throwable ignored) {
        // The call has its outcome.
      }
      if (!committed && consumerReleased.compareAndSet(false, true)) {
        consumer.releaseResources();
      }
    }
  }

  private void endKept(Attempt attempt, Object response) {
    boolean delivered = false;
    try {
      delivered = !future.isDone() && response != null && deliverKept(attempt, response);
    } finally {
      if (!delivered) {
        future.failed(
            new ConnectionClosedException("the response was given up on and is not complete"));
      }
    }
  }

  private static Exception asException(Throwable thrown) {
    return thrown instanceof Exception ? (Exception) thrown : new ExecutionException(thrown);
  }

  private void release() {
    body.close();
    if (!committed) {
      releaseConsumer();
    }
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    KeptResponse kept = (KeptResponse) givenUp;
    if (!kept.isComplete()) {
      return false;
    }
    body.commit();
    try {
      kept.replayTo(consumer, future());
    } catch (Exception e) {
      future.failed(e);
    } finally {
      releaseConsumer();
    }
    return true;
  }

  private FutureCallback<T> future() {
    return new FutureCallback<T>() {
      @Override
      public void completed(T result) {
        future.completed(result);
      }

      @Override
      public void failed(Exception thrown) {
        future.failed(thrown);
      }

      @Override
      public void cancelled() {
        future.cancel();
      }
    };
  }

  @Override
  public void waiting() {
    body.fence();
  }

  @Override
  public boolean abandoned() {
    return future.isDone();
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return thrown;
  }

  @Override
  public void over() {
    client = null;
    if (abandoned() && !committed) {
      body.close();
      cancelConsumer();
    }
  }

  /** The application's consumer hears of a cancelled call what the client would have said. */
  private void cancelConsumer() {
    if (consumerReleased.compareAndSet(false, true)) {
      try {
        consumer.failed(new InterruptedIOException());
      } finally {
        consumer.releaseResources();
      }
    }
  }

  @SuppressWarnings("unchecked")
  private AsyncAttempt<T> ours(Attempt attempt) {
    return (AsyncAttempt<T>) attempt;
  }
}
