package io.redial.client.apache5;

import io.redial.body.ResumableBody;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.CallbackExecution;
import io.redial.kernel.AttemptEnd;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.kernel.Resumer;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;

/** One {@code execute} of an asynchronous client. */
final class AsyncHttpExchange<T> implements CallbackExecution<Object> {
  final CallOutcome<T> outcome;

  /**
   * Null once the call is over, because objects that the application keeps may still refer to its
   * last attempt.
   */
  private volatile CloseableHttpAsyncClient client;

  private final HttpHost target;
  private final CapturedRequest sent;
  private final HandlerFactory<AsyncPushConsumer> pushes;
  final HttpContext context;
  private final AttemptRequests requests;
  final CallbackDriver<Object> driver;

  /** Requests the rest of a body, or null if no body is resumed. */
  private volatile Apache5Resumption rest;

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
    this.outcome = new CallOutcome<>(consumer, sent.body(call));
    this.client = client;
    this.releasesEarly = client.getClass().getName().endsWith(".MinimalHttpAsyncClient");
    this.target = target;
    this.sent = sent;
    this.pushes = pushes == null ? null : new PushHandlers(pushes, call);
    this.context = context;
    this.requests = new AttemptRequests(client, sent.request());
    this.driver = new CallbackDriver<>(call, this);
  }

  Object start(Attempt first, FutureCallback<T> callback) {
    return driver.start(first, outcome.open(callback, this::cancel));
  }

  /** Called when the application has cancelled its future. */
  boolean cancel() {
    Attempt attempt = outcome.current;
    if (attempt != null) {
      ours(attempt).abandon();
    }
    driver.abandon();
    return true;
  }

  /**
   * Lets the body of the response be resumed after a cut.
   *
   * @param path where the request goes for that purpose, or null for the application's own path
   */
  void resumes(Call call, String path) {
    rest = new Apache5Resumption(client, target, sent, context, call, outcome, releasesEarly);
    requests.path = path;
  }

  /** Returns whether the application has cancelled the call. */
  boolean isCancelled() {
    return outcome.future.isCancelled();
  }

  /** Returns whether the exchange has its connection to itself. */
  boolean isAlone() {
    return !context.getProtocolVersion().greaterEquals(HttpVersion.HTTP_2);
  }

  /** Also checks the response, because the client may not note the version in the context. */
  boolean isAlone(HttpResponse response) {
    ProtocolVersion version = response.getVersion();
    return isAlone() && (version == null || !version.greaterEquals(HttpVersion.HTTP_2));
  }

  /**
   * Returns the plan for the body of a response; null if it is not resumed, and nothing of it has
   * to be withheld. A body that shares its connection is not resumed.
   */
  StreamPlan plan(AsyncAttempt<T> attempt, HttpResponse response, EntityDetails entity) {
    Apache5Resumption resumption = rest;
    if (resumption == null || entity == null || attempt.isAbandoned()) {
      return null;
    }
    boolean isAlone = isAlone(response);
    StreamPlan plan =
        isAlone || requests.path != null
            ? resumption.plan(requests.copy(), response, entity, attempt.redirects())
            : null;
    attempt.isResumable = plan != null && isAlone;
    return plan == null || isAlone ? plan : plan.withoutGoingOn();
  }

  /** Returns what resumes a body by its plan. */
  Resumer resumer(
      AsyncAttempt<T> attempt,
      StreamPlan plan,
      PushedBody<AsyncResponseConsumer<T>, CapacityChannel, T> pushed) {
    outcome.body.deferFailure();
    return new ResumableBody(attempt.call(), plan, rest, pushed);
  }

  /**
   * Returns what takes what the application's consumer makes of a body that it gets from Redial.
   */
  static <T> FutureCallback<T> resultOf(AsyncAttempt<T> attempt) {
    AttemptEnd<Object> end = attempt.end;
    return new FutureCallback<T>() {
      @Override
      public void completed(T result) {
        end.report(result, null);
      }

      @Override
      public void failed(Exception thrown) {
        end.report(null, thrown);
      }

      @Override
      public void cancelled() {
        end.report(null, new CancelledException());
      }
    };
  }

  @Override
  public Attempt attempt(Call call) {
    return new AsyncAttempt<>(call, this, sent, requests.next(call.policy()), outcome.body);
  }

  @Override
  public void send(Attempt attempt, CallbackDriver<Object> driving) throws Throwable {
    AsyncAttempt<T> made = ours(attempt);
    Attempt before = outcome.current;
    outcome.current = made;
    Future<?> running;
    try {
      if (outcome.body.begin(made.producer.upload)) {
        sent.producer.releaseResources();
      }
      made.begin();
      running = execute(made);
    } catch (Throwable thrown) {
      if (thrown == attempt.failure() || !attempt.isMade()) {
        made.end.over();
      }
      if (!attempt.isMade()) {
        outcome.current = before;
      }
      throw thrown;
    }
    made.runsAs(running);
    if (outcome.future.isDone() && !made.end.isOver()) {
      made.abandon(); // The call was cancelled while this attempt was being made.
    }
  }

  private Future<?> execute(AsyncAttempt<T> made) throws Throwable {
    CloseableHttpAsyncClient http = client;
    return made.make(
        http,
        () -> {
          made.markMade();
          return http.execute(target, made.producer, made.consumer, pushes, context, made);
        });
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    if (outcome.committed || ours(attempt).consumer.isSeen()) {
      return Failure.OTHER;
    }
    if (ours(attempt).isStopped()) {
      return Failure.TIMEOUT;
    }
    Failure kind = Apache5Failures.of(attempt, thrown);
    // Up to 5.4, a stream that was sent before its connection ended is also reported as not
    // executed. The client notes the protocol version of a stream only right before sending it.
    boolean lost =
        Apache5Failures.endedWithItsSession(thrown)
            || (kind == Failure.CONNECTION_ERROR_UNPROCESSED && !isAlone());
    return lost ? Failure.CONNECTION_ERROR : kind;
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return FaultBoundary.ask( // The context may be shared with calls on other threads.
        attempt.call(), "HttpClient 5 redirects", () -> ours(attempt).redirects().followed(), true);
  }

  @Override
  public void waiting() {
    outcome.body.fence();
  }

  @Override
  public boolean abandoned() {
    return outcome.future.isDone();
  }

  @Override
  public void finish() {
    client = null;
    rest = null;
    if (abandoned()) {
      outcome.abandon();
    }
  }

  @Override
  public void deliver(Object result) {
    outcome.deliver(result);
  }

  @Override
  public void fail(Throwable thrown) {
    outcome.fail(thrown);
  }

  @Override
  public boolean deliverKept(Attempt attempt, Object givenUp) {
    return outcome.deliverKept(givenUp);
  }

  @Override
  public Throwable applications() {
    return outcome.applications.thrown();
  }

  @Override
  public void endAfterFault(Attempt attempt, Object response, Throwable failure) {
    outcome.endAfterFault(attempt, response, failure);
  }

  @SuppressWarnings("unchecked")
  AsyncAttempt<T> ours(Attempt attempt) {
    return (AsyncAttempt<T>) attempt;
  }
}
