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
import org.apache.http.HttpException;
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
  private final HttpContext context;
  private final ShownResponse shown;
  private final Aborts aborts;
  private final Description description;
  private final HttpRequest original;
  private final ResponseFuture<T> future;
  private final AsyncBody body;
  private final Redirects redirects;
  private final AsyncDriver<Object> driver;
  private final Call call;
  private final AtomicBoolean released = new AtomicBoolean();
  private final AtomicBoolean requestCompleted = new AtomicBoolean();
  private volatile AsyncAttempt<T> latest;
  private volatile boolean outcome;

  AsyncApacheExchange(
      Call call,
      HttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback,
      Description description)
      throws IOException, HttpException {
    this.call = call;
    this.client = client;
    this.producer = producer;
    this.consumer = consumer;
    this.context = context != null ? context : new BasicHttpContext();
    this.shown = new ShownResponse(this.context);
    this.description = description;
    this.original = description.request();
    this.aborts = new Aborts(original, call);
    this.future = new ResponseFuture<>(callback, this);
    this.body = AsyncBody.of(producer, original, call);
    description.view().repeatableIf(body::repeatable);
    this.redirects = new Redirects(this.context);
    this.driver = new AsyncDriver<>(call, this);
  }

  Object[] start(Attempt first) {
    return driver.start(first, future);
  }

  HttpContext context() {
    return context;
  }

  @Override
  public Attempt attempt(Call its) {
    return new AsyncAttempt<>(its, this, original);
  }

  @Override
  public void send(Attempt toMake, AsyncDriver<Object> itsDriver) throws Throwable {
    AsyncAttempt<T> attempt = ours(toMake);
    AsyncAttempt<T> before = latest;
    latest = attempt;
    if (attempt.number() > 1) {
      if (Aborts.isAborted(original)) {
        attempt.failure = new AsyncAttempt.Cancelled(); // 4.0 would send it all the same.
        throw attempt.failure;
      }
      redirects.beforeRetry();
      hideResponseOf(before);
    }
    redirects.begin(original, attempt.request());
    AsyncBody.Sender sender = body.sender();
    sender.begin();
    attempt.begin(itsDriver);
    HttpAsyncClient its = client;
    AttemptProducer itsProducer = new AttemptProducer(producer, description, attempt, sender);
    AttemptConsumer<T> itsConsumer = new AttemptConsumer<>(consumer, attempt);
    Object outer = Admission.open(its);
    Future<T> sent;
    try {
      attempt.made = true;
      sent = its.execute(itsProducer, itsConsumer, context, attempt);
    } catch (RuntimeException | Error thrown) {
      attempt.failure = thrown;
      attempt.neverBegan();
      throw thrown;
    } finally {
      Admission.close(outer);
    }
    attempt.runsAs(sent);
    if (future.isDone() && !attempt.hasEnded()) {
      sent.cancel(true); // It was cancelled while this attempt was being made.
    }
  }

  /** A given-up response leaves the context, where the next attempt may put none. */
  @SuppressWarnings("ReferenceEquality") // That one; the application may share the context.
  private void hideResponseOf(AsyncAttempt<T> before) {
    KeptContent kept = before.kept();
    if (kept != null && context.getAttribute("http.response") == kept.response()) {
      shown.restore();
    }
  }

  /** The consumer is given a head: no attempt follows. */
  void commit() {
    body.commit();
  }

  /** The client has sent the request, which the application is told once. */
  void requestCompleted(HttpContext its) {
    if (requestCompleted.compareAndSet(false, true)) {
      producer.requestCompleted(its);
    }
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
      call.fault("redirects", changing);
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
          consumer.cancel();
        }
        future.cancelNow();
        return;
      }
      Exception failure = thrown instanceof Exception ? (Exception) thrown : new Exception(thrown);
      try {
        if (last.wasTold()) {
          producer.failed(failure);
          consumer.failed(failure);
        }
      } finally {
        future.failed(failure);
      }
    } finally {
      releaseAfter(last);
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
    try {
      if (failure instanceof AsyncAttempt.Cancelled) {
        future.cancelNow();
      } else if (failure != null) {
        future.failed(failure instanceof Exception ? (Exception) failure : new Exception(failure));
      } else if (attempt.givenUp) {
        endKept(attempt, response);
      } else {
        future.completed((T) response);
      }
    } finally {
      release();
    }
  }

  private void endKept(Attempt attempt, Object response) {
    boolean delivered = false;
    try {
      delivered = !future.isDone() && response != null && deliverKept(attempt, response);
    } finally {
      if (!delivered) {
        future.failed(new ConnectionClosedException("Connection closed"));
      }
    }
  }

  /** Lets go of the producer and the consumer if the client does not, or did before its time. */
  private void releaseAfter(AsyncAttempt<T> last) {
    if (last.isLeftOpen() || last.isClosed()) {
      release();
    }
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    KeptContent kept = ours(attempt).kept();
    if (!kept.isComplete()) {
      return false;
    }
    try {
      new KeptDelivery<>(consumer, future, context, kept.bytes(), this::release)
          .start((HttpResponse) givenUp);
    } catch (RuntimeException thrown) { // Of the application's callback, which has been told.
      call.fault("callback", thrown);
    }
    return true;
  }

  /** Whether the application has its outcome or is about to: no attempt follows. */
  boolean hasOutcome() {
    return outcome;
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
    Future<?> pending = attempt == null ? null : attempt.running();
    if (pending != null && !attempt.hasEnded()) {
      boolean cancelled = pending.cancel(mayInterrupt);
      if (future.isDone()) {
        return cancelled;
      }
    }
    // Between two attempts.
    consumer.cancel();
    boolean cancelled = future.cancelNow();
    driver.abandon();
    release();
    return cancelled;
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
