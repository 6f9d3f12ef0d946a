package io.redial.client.apache4;

import io.redial.call.Admission;
import io.redial.call.AsyncDriver;
import io.redial.call.AsyncExchange;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.policy.Failure;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.nio.client.HttpAsyncClient;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/**
 * One {@code execute} of an asynchronous client: the application's producer and consumer, which are
 * used and closed once, and the attempts made of them.
 */
final class AsyncApacheExchange<T> implements AsyncExchange<Object> {
  /** Null once the call is over: the application's request may go on holding its last attempt. */
  private volatile HttpAsyncClient client;

  private final HttpAsyncRequestProducer producer;
  private final HttpAsyncResponseConsumer<T> consumer;
  final HttpContext context;
  private final ShownResponse shown;
  private final Aborts aborts;
  private final HttpHost target;
  private final HttpRequest original;
  final ResponseFuture<T> future;
  private final AsyncBody body;
  private final Redirects redirects;
  private final AsyncDriver<Object> driver;
  private final Call call;
  private final AtomicBoolean released = new AtomicBoolean();

  /** Whether the application was told that the client has sent the request, which it is once. */
  final AtomicBoolean requestCompleted = new AtomicBoolean();

  private volatile AsyncAttempt<T> latest;
  private volatile boolean failureTold;
  private KeptDelivery<T> delivery;

  /** Whether the application has its outcome or is about to: no attempt follows. */
  volatile boolean outcome;

  AsyncApacheExchange(
      Call call,
      HttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback,
      HttpHost target,
      RequestView view) {
    this.call = call;
    this.client = client;
    this.producer = producer;
    this.consumer = consumer;
    this.context = context != null ? context : new BasicHttpContext();
    this.shown = new ShownResponse(this.context);
    this.target = target;
    this.original = view.request;
    this.aborts = new Aborts(original, call);
    this.future = new ResponseFuture<>(callback, this);
    this.body = AsyncBody.of(producer, original, call);
    view.repeatableIf(body::repeatable);
    this.redirects = new Redirects(this.context);
    this.driver = new AsyncDriver<>(call, this);
  }

  Object[] start(Attempt first) {
    return driver.start(first, future);
  }

  @Override
  public Attempt attempt(Call its) {
    return new AsyncAttempt<>(its, this, original);
  }

  @Override
  public void send(Attempt toMake, AsyncDriver<Object> itsDriver) throws Throwable {
    AsyncAttempt<T> attempt = ours(toMake);
    try {
      BodySender sender = prepare(attempt);
      attempt.begin(itsDriver);
      make(attempt, sender);
    } finally {
      if (!attempt.made || attempt.failure != null) {
        neverBegan(attempt);
      }
    }
    if (future.isDone() && !attempt.ended.get()) {
      attempt.running.cancel(true); // It was cancelled while this attempt was being made.
    }
  }

  private void neverBegan(AsyncAttempt<T> attempt) {
    attempt.ended.set(true); // Whatever there is of it says nothing any more.
    try {
      attempt.stopClock();
    } catch (Throwable fault) {
      fault("Apache HttpAsyncClient 4 execute", fault);
    }
  }

  private BodySender prepare(AsyncAttempt<T> attempt) throws IOException, AsyncAttempt.Cancelled {
    if (attempt.number() > 1) {
      if (Aborts.isAborted(original)) {
        latest = attempt;
        AsyncAttempt.Cancelled cancelled = new AsyncAttempt.Cancelled();
        attempt.failure = cancelled; // 4.0 would send it all the same.
        throw cancelled;
      }
      redirects.beforeRetry();
      hideResponseOf(latest);
    }
    redirects.begin(original, attempt.request);
    BodySender sender = body.sender();
    sender.begin();
    return sender;
  }

  private void make(AsyncAttempt<T> attempt, BodySender sender) {
    HttpAsyncClient its = client;
    AttemptProducer itsProducer = new AttemptProducer(producer, target, attempt, sender);
    AttemptConsumer<T> itsConsumer = new AttemptConsumer<>(consumer, attempt);
    Object outer = Admission.open(its);
    try {
      attempt.made = true;
      latest = attempt;
      attempt.running = its.execute(itsProducer, itsConsumer, context, attempt);
    } catch (RuntimeException | Error thrown) {
      attempt.failure = thrown;
      throw thrown;
    } finally {
      close(outer);
    }
  }

  private void close(Object outer) {
    try {
      Admission.close(outer);
    } catch (Throwable fault) {
      fault("Apache HttpAsyncClient 4 execute", fault);
    }
  }

  /** Logs a fault of Redial's own, if it can (rule 1.4). */
  void fault(String where, Throwable thrown) {
    try {
      call.fault(where, thrown);
    } catch (Throwable another) {
      // The call goes on without saying it.
    }
  }

  /** A given-up response leaves the context, where the next attempt may put none. */
  @SuppressWarnings("ReferenceEquality") // That one; the application may share the context.
  private void hideResponseOf(AsyncAttempt<T> before) {
    KeptContent kept = before.kept;
    if (kept != null && context.getAttribute("http.response") == kept.response) {
      shown.restore();
    }
  }

  /** The consumer is given a head: no attempt follows. */
  void commit() {
    body.commit();
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    AsyncAttempt<T> failed = ours(attempt);
    if (thrown instanceof AsyncAttempt.Cancelled) {
      return Failure.OTHER; // 4.0 goes on: the head may still come.
    }
    if (failed.hasTimedOut()) {
      return Failure.TIMEOUT;
    }
    return failed.takesHead() && !Aborts.isAborted(original) && !abandoned()
        ? Apache4Failures.classify(thrown)
        : Failure.OTHER;
  }

  @Override
  public boolean redirected(Attempt attempt) {
    try {
      return redirects.followed();
    } catch (RuntimeException changing) { // A context that calls on other threads share.
      fault("redirects", changing);
      return true;
    }
  }

  @Override
  @SuppressWarnings("unchecked") // Either the consumer's result or a response that was given up on.
  public void deliver(Object result) {
    if (latest.isForeign()) {
      // Redial failed and not all of the response was kept: it ended before its end.
      fail(new ConnectionClosedException("Connection closed"));
      return;
    }
    outcome = true;
    try {
      future.completed((T) result);
    } finally {
      releaseAfter(latest);
    }
  }

  @Override
  public void fail(Throwable thrown) {
    outcome = true;
    AsyncAttempt<T> last = latest;
    try {
      if (thrown instanceof AsyncAttempt.Cancelled) {
        if (last.isLeftOpen()) {
          cancelConsumer();
        }
        future.cancelNow();
        return;
      }
      Exception failure = asException(thrown);
      try {
        tell(last, failure);
      } finally {
        future.failed(failure);
      }
    } finally {
      releaseAfter(last);
    }
  }

  private static Exception asException(Throwable thrown) {
    return thrown instanceof Exception ? (Exception) thrown : new Exception(thrown);
  }

  /** Tells the producer and the consumer, once, as the client has done in the last attempt. */
  private void tell(AsyncAttempt<T> last, Exception failure) {
    if (failureTold || last == null || !last.wasTold()) {
      return;
    }
    failureTold = true;
    try {
      producer.failed(failure);
      consumer.failed(failure);
    } catch (Throwable its) {
      future.applications = its;
      throw its;
    }
  }

  @Override
  public Throwable applications() {
    return future.applications;
  }

  @Override
  @SuppressWarnings("unchecked") // Either the consumer's result or a response that was given up on.
  public void endAnyhow(Attempt attempt, Object response, Throwable failure) {
    outcome = true;
    boolean delivered = false;
    try {
      delivered =
          failure == null
              && attempt.givenUp
              && response != null
              && !future.isDone()
              && deliverKept(attempt, response);
    } catch (Throwable fault) {
      fault("Apache HttpAsyncClient 4 response", fault);
    }
    if (delivered) {
      return;
    }
    Throwable its =
        failure == null && attempt.givenUp
            ? new ConnectionClosedException("Connection closed")
            : failure;
    try {
      AsyncAttempt<T> last = latest;
      if (its != null
          && !(its instanceof AsyncAttempt.Cancelled)
          && !failureTold
          && last != null
          && last.told) {
        failureTold = true;
        Exception told = its instanceof Exception ? (Exception) its : new Exception(its);
        producer.failed(told);
        consumer.failed(told);
      }
    } finally {
      try {
        if (!future.isDone()) {
          future.end((T) response, its);
        }
      } finally {
        releaseAnyhow();
      }
    }
  }

  /** Lets go of the producer and the consumer if the client does not, or did before its time. */
  private void releaseAfter(AsyncAttempt<T> last) {
    if (last.isLeftOpen() || last.closed) {
      release();
    }
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    KeptContent kept = ours(attempt).kept;
    if (!kept.complete) {
      return false;
    }
    KeptDelivery<T> its = delivery;
    if (its != null && its.begun) {
      return true;
    }
    its = new KeptDelivery<>(consumer, future, context, kept.bytes(), this::release);
    delivery = its;
    try {
      its.start((HttpResponse) givenUp);
    } catch (Throwable thrown) { // Of the application's callback, which has been told.
      if (!its.begun) {
        throw thrown;
      }
      fault("callback", thrown);
      if (!future.isDone()) {
        future.end(null, new ConnectionClosedException("Connection closed"));
        releaseAnyhow();
      }
    }
    return true;
  }

  /**
   * Whether the application has its outcome, and that attempt was the last: cancelling a call can
   * end it while the decision on the response's head is being made.
   */
  boolean isOverWith(AsyncAttempt<T> attempt) {
    return attempt == latest && future.isDone();
  }

  /** Lets go of the producer and the consumer, once. */
  void release() {
    if (released.compareAndSet(false, true)) {
      try {
        producer.close();
      } catch (IOException | RuntimeException thrown) {
        // As in the client, which writes it to its debug log.
      }
      try {
        consumer.close();
      } catch (IOException | RuntimeException thrown) {
        // Likewise.
      }
    }
  }

  /** The same where that may have failed. */
  void releaseAnyhow() {
    try {
      release();
    } catch (Throwable fault) {
      if (released.compareAndSet(false, true)) {
        try {
          producer.close();
        } catch (IOException | RuntimeException thrown) {
          // As above.
        }
        try {
          consumer.close();
        } catch (IOException | RuntimeException thrown) {
          // Likewise.
        }
      }
    }
  }

  @Override
  public void waiting() {
    aborts.watch();
  }

  @Override
  public boolean abandoned() {
    return future.isDone();
  }

  /** The application cancelled its future. */
  boolean cancel(boolean mayInterrupt) {
    AsyncAttempt<T> attempt = latest;
    Future<?> pending = attempt == null ? null : attempt.running;
    if (pending != null && !attempt.ended.get()) {
      boolean cancelled = pending.cancel(mayInterrupt);
      if (future.isDone()) {
        return cancelled;
      }
    }
    // Between two attempts.
    cancelConsumer();
    boolean cancelled = future.cancelNow();
    driver.abandon();
    release();
    return cancelled;
  }

  private void cancelConsumer() {
    try {
      consumer.cancel();
    } catch (Throwable its) {
      future.applications = its;
      throw its;
    }
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return thrown;
  }

  @Override
  public void over() {
    client = null;
    aborts.over();
    body.over();
  }

  @SuppressWarnings("unchecked")
  private AsyncAttempt<T> ours(Attempt attempt) {
    return (AsyncAttempt<T>) attempt;
  }
}
