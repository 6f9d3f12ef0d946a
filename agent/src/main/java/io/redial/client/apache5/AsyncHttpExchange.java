package io.redial.client.apache5;

import io.redial.call.AsyncDriver;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.ReentryGuard;
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
  private final SentRequest sent;
  private final HandlerFactory<AsyncPushConsumer> pushes;
  private final HttpContext context;
  private final AttemptRequests requests;
  private final AsyncDriver<Object> driver;

  /** What asks for the rest of a body, or null if none goes on. */
  private volatile RestOfBody rest;

  /**
   * Whether the client gives a connection back before its consumer learns of the response's end.
   * What is done to the connection from then on is done to another call (rule 1.5).
   */
  final boolean releasesEarly;

  AsyncHttpExchange(
      CloseableHttpAsyncClient client,
      HttpHost target,
      SentRequest sent,
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
    this.driver = new AsyncDriver<>(call, this);
  }

  Object[] start(Attempt first, FutureCallback<T> callback) {
    future = new ComplexFuture<>(callback == null ? null : new NotingCallback<>(callback, this));
    future.setDependency(this::cancel);
    return driver.start(first, future);
  }

  /** The application cancelled its future. */
  final boolean cancel() {
    Attempt attempt = current;
    if (attempt != null) {
      ours(attempt).abandon();
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

  /**
   * Its response's body may go on after a cut.
   *
   * @param path where the request goes for that, if that is another one than the application's
   */
  void resumeBy(RestOfBody rests, String path) {
    rest = rests;
    if (path != null) {
      requests.goTo(path);
    }
  }

  /** The client reports that an attempt failed. */
  final void reportFailure(AsyncAttempt<T> attempt, Exception thrown) {
    if (attempt.report()) {
      driver.failed(attempt, thrown);
    } else {
      failedLate(thrown);
    }
  }

  /** The client reports a failure of an attempt whose outcome is known. */
  void failedLate(Exception thrown) {
    // The call has its outcome.
  }

  /** Whether the exchange has its connection to itself. */
  final boolean isAlone() {
    return !context.getProtocolVersion().greaterEquals(HttpVersion.HTTP_2);
  }

  /** The context may be one that the client does not note a version in. */
  final boolean isAlone(HttpResponse response) {
    ProtocolVersion version = response.getVersion();
    return isAlone() && (version == null || !version.greaterEquals(HttpVersion.HTTP_2));
  }

  /** What follows from a response. */
  final Decision decide(AsyncAttempt<T> attempt, HttpResponse response) {
    try {
      Apache5Headers headers = new Apache5Headers(response);
      return attempt.head(response.getCode(), headers, attempt.redirects().followed());
    } catch (Throwable fault) {
      attempt.call().fault("HttpClient 5 response", fault);
      return Decision.RETURN;
    }
  }

  /** What takes a response that the application gets, if its body may go on, or null. */
  BodyConsumer<T> resumable(AsyncAttempt<T> attempt, HttpResponse response, EntityDetails entity) {
    RestOfBody rests = rest;
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
              goesOn ? rests : null,
              new AttemptEnd<>(
                  (result, failure) -> endInPlaceOfClient(attempt, result, failure),
                  attempt::broken));
      body.responseMayGoOn = made != null;
      return made;
    } catch (Throwable fault) { // Of a request of the application's own, for example.
      attempt.call().fault("HttpClient 5 response", fault);
      return null;
    }
  }

  /**
   * Ends an attempt whose end the client does not know.
   *
   * @param failure null if it was successful
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
  public void send(Attempt attempt, AsyncDriver<Object> driving) {
    AsyncAttempt<T> made = ours(attempt);
    Attempt before = current;
    current = made;
    Future<?> running;
    try {
      body.begin(made.producer);
      made.begin();
      running = execute(made);
    } catch (Throwable thrown) {
      if (thrown == attempt.failure || !attempt.made) {
        made.end();
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
    AttemptProducer producer = made.producer;
    AttemptConsumer<T> received = made.consumer;
    CloseableHttpAsyncClient http = client;
    Object outer = ReentryGuard.open(http);
    try {
      made.made = true;
      return http.execute(target, producer, received, pushes, context, made);
    } catch (Throwable thrown) {
      made.failure = thrown;
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
    Failure kind = Apache5Failures.classify(thrown);
    boolean lost =
        Apache5Failures.endedWithItsSession(thrown)
            || (kind == Failure.CONNECTION_ERROR_UNPROCESSED && mayHaveGoneOut());
    return lost ? Failure.CONNECTION_ERROR : kind;
  }

  /**
   * Up to 5.4, the client also reports as not executed a stream that was sent before its connection
   * ended. It notes the protocol version of a stream just before it sends it, and only then.
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
      return true; // A call that must not be repeated after a redirect.
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
