package io.redial.client.apache5;

import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.kernel.ReentryGuard;
import io.redial.policy.Decision;
import io.redial.policy.Failure;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.ComplexFuture;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;

/** One {@code execute} of an asynchronous client, and the future that the application holds. */
class AsyncHttpExchange<T> extends HttpOutcome<T> {
  /**
   * Null once the call is over, because objects that the application keeps may still refer to its
   * last attempt.
   */
  private volatile CloseableHttpAsyncClient client;

  private final HttpHost target;
  private final CapturedRequest sent;
  private final HandlerFactory<AsyncPushConsumer> pushes;
  private final HttpContext context;
  private final AttemptRequests requests;
  private final CallbackDriver<Object> driver;

  /** Requests the rest of a body, or null if no body is resumed. */
  private volatile ResumedBody rest;

  /**
   * Whether the client gives a connection back before its consumer learns of the response's end.
   * From then on, anything done to the connection affects another call (rule 1.5).
   */
  final boolean releasesEarly;

  AsyncHttpExchange(
      CloseableHttpAsyncClient client,
      HttpHost target,
      CapturedRequest sent,
      AsyncResponseConsumer<T> consumer,
      HandlerFactory<AsyncPushConsumer> pushes,
      HttpContext context,
      Call call) {
    super(consumer, new RequestBody(sent, call));
    this.client = client;
    this.releasesEarly = client.getClass().getName().endsWith(".MinimalHttpAsyncClient");
    this.target = target;
    this.sent = sent;
    this.pushes = pushes == null ? null : new PushHandlers(pushes, call);
    this.context = context;
    this.requests = new AttemptRequests(client, sent.request());
    this.driver = new CallbackDriver<>(call, this);
  }

  Object[] start(Attempt first, FutureCallback<T> callback) {
    future = new ComplexFuture<>(callback == null ? null : new NotingCallback<>(callback, this));
    future.setDependency(this::cancel);
    return driver.start(first, future);
  }

  /** Called when the application has cancelled its future. */
  final boolean cancel() {
    Attempt attempt = current;
    if (attempt != null) {
      ours(attempt).abandon();
    }
    driver.abandon();
    return true;
  }

  CallbackDriver<Object> driver() {
    return driver;
  }

  AsyncResponseConsumer<T> consumer() {
    return consumer;
  }

  HttpContext context() {
    return context;
  }

  /**
   * Lets the body of the response be resumed after a cut.
   *
   * @param path where the request goes for that purpose, or null for the application's own path
   */
  void resumeBy(ResumedBody rests, String path) {
    rest = rests;
    if (path != null) {
      requests.goTo(path);
    }
  }

  /** Reports a failure of an attempt to the driver, unless the attempt was reported already. */
  final void reportFailure(AsyncAttempt<T> attempt, Exception thrown) {
    if (attempt.report()) {
      driver.failed(attempt, thrown);
    } else {
      failedLate(thrown);
    }
  }

  /** Called for a failure of an attempt whose outcome was reported already. */
  void failedLate(Exception thrown) {
    // The call has its outcome.
  }

  /** Returns whether the exchange has its connection to itself. */
  final boolean isAlone() {
    return !context.getProtocolVersion().greaterEquals(HttpVersion.HTTP_2);
  }

  /** Also checks the response, because the client may not note the version in the context. */
  final boolean isAlone(HttpResponse response) {
    ProtocolVersion version = response.getVersion();
    return isAlone() && (version == null || !version.greaterEquals(HttpVersion.HTTP_2));
  }

  /** Decides what follows from a response. */
  final Decision decide(AsyncAttempt<T> attempt, HttpResponse response) {
    try {
      Apache5Headers headers = new Apache5Headers(response);
      return attempt.head(response.getCode(), headers, attempt.redirects().followed());
    } catch (Throwable fault) {
      attempt.call().fault("HttpClient 5 response", fault);
      return Decision.RETURN;
    }
  }

  /** Returns the consumer of a response whose body may be resumed, or null if it cannot be. */
  BodyConsumer<T> resumable(AsyncAttempt<T> attempt, HttpResponse response, EntityDetails entity) {
    ResumedBody rests = rest;
    if (rests == null || entity == null || attempt.isAbandoned()) {
      return null;
    }
    boolean goesOn = isAlone(response);
    if (!goesOn && !requests.areChanged()) {
      return null;
    }
    try {
      ResumableConsumer<T> made =
          ResumableConsumer.of(
              this,
              attempt.call(),
              requests.copy(),
              response,
              entity,
              attempt.redirects(),
              goesOn ? rests : null,
              new AttemptEnd<>(
                  (result, failure) -> endInPlaceOfClient(attempt, result, failure),
                  attempt::broken));
      body.responseMayGoOn = made != null;
      return made;
    } catch (Throwable fault) { // The application's own request may throw.
      attempt.call().fault("HttpClient 5 response", fault);
      return null;
    }
  }

  /**
   * Reports the end of an attempt of whose end the client does not know.
   *
   * @param failure null if the attempt was successful
   */
  final void endInPlaceOfClient(AsyncAttempt<T> attempt, Object result, Exception failure) {
    try {
      if (!attempt.report()) {
        return;
      }
      if (failure == null) {
        driver.completed(attempt, result);
      } else {
        driver.failed(attempt, failure);
      }
    } catch (Throwable thrown) {
      attempt.broken(result, failure, thrown);
    }
  }

  @Override
  public Attempt attempt(Call call) {
    return new AsyncAttempt<>(call, this, sent, requests.next(call.policy()), body);
  }

  @Override
  public void send(Attempt attempt, CallbackDriver<Object> driving) {
    AsyncAttempt<T> made = ours(attempt);
    Attempt before = current;
    current = made;
    Future<?> running;
    try {
      body.begin(made.producer);
      made.begin();
      running = execute(made);
    } catch (Throwable thrown) {
      if (thrown == attempt.failure() || !attempt.isMade()) {
        made.end();
      }
      if (!attempt.isMade()) {
        current = before;
      }
      throw thrown;
    }
    made.runsAs(running);
    if (future.isDone() && !made.ended) {
      made.abandon(); // The call was cancelled while this attempt was being made.
    }
  }

  private Future<?> execute(AsyncAttempt<T> made) {
    AttemptProducer producer = made.producer;
    AttemptConsumer<T> received = made.consumer;
    CloseableHttpAsyncClient http = client;
    Object outer = ReentryGuard.open(http);
    try {
      made.markMade();
      return http.execute(target, producer, received, pushes, context, made);
    } catch (Throwable thrown) {
      made.failedWith(thrown);
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
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
    Failure kind = Apache5Failures.of(attempt, thrown);
    boolean lost =
        Apache5Failures.endedWithItsSession(thrown)
            || (kind == Failure.CONNECTION_ERROR_UNPROCESSED && mayHaveGoneOut());
    return lost ? Failure.CONNECTION_ERROR : kind;
  }

  /**
   * Up to 5.4, a stream that was sent before its connection ended is also reported as not executed.
   * The client notes the protocol version of a stream only right before sending it.
   */
  private boolean mayHaveGoneOut() {
    return !isAlone();
  }

  @Override
  public boolean redirected(Attempt attempt) {
    try {
      return ours(attempt).redirects().followed();
    } catch (Throwable fault) {
      attempt.call().fault("HttpClient 5 redirects", fault);
      return true; // The safe answer: non-idempotent methods are not retried.
    }
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
  public void finish() {
    client = null;
    rest = null;
    if (abandoned() && !committed) {
      body.close();
      cancelConsumer();
    }
  }

  @SuppressWarnings("unchecked")
  final AsyncAttempt<T> ours(Attempt attempt) {
    return (AsyncAttempt<T>) attempt;
  }
}
