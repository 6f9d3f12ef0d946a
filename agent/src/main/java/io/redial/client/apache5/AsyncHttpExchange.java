package io.redial.client.apache5;

import io.redial.body.ResumableBody;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.CallbackExecution;
import io.redial.call.ClientCall;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.call.RetryEngine;
import io.redial.kernel.AttemptCompletion;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.kernel.Resumer;
import io.redial.policy.Failure;
import io.redial.policy.RetryPolicy;
import io.redial.policy.stream.StreamPlan;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * One {@code execute} of an asynchronous client, from its entry. The producer is asked for its
 * request only once.
 */
final class AsyncHttpExchange<T> implements ClientCall, CallbackExecution<Object>, Cancellable {
  private static final String WHERE = "HttpClient 5 asynchronous execute";

  private final RetryEngine engine;

  /**
   * Null once the call is over, because objects that the application keeps may still refer to its
   * last attempt.
   */
  private volatile CloseableHttpAsyncClient client;

  private final HttpHost target;
  private final CapturedRequest sent;
  private final HandlerFactory<AsyncPushConsumer> pushes;
  final HttpContext context;
  private final FutureCallback<T> callback;
  final CallOutcome<T> outcome;
  CallbackDriver<Object> driver;

  /**
   * A copy from before the client wrote to the request; null for a client that does not write to
   * it. Minimal clients write header fields into the request and then refuse to send it a second
   * time.
   */
  private HttpRequest untouched;

  /** Requests the rest of a body, or null if no body is resumed. */
  private volatile Apache5Resumption rest;

  AsyncHttpExchange(
      RetryEngine engine,
      CloseableHttpAsyncClient client,
      HttpHost target,
      AsyncRequestProducer producer,
      AsyncResponseConsumer<T> consumer,
      HandlerFactory<AsyncPushConsumer> pushes,
      HttpContext given,
      FutureCallback<T> callback) {
    this.engine = engine;
    this.client = client;
    this.target = target;
    this.pushes = pushes;
    this.context = given != null ? given : new AttemptContext.OfCall();
    this.callback = callback;
    this.outcome = new CallOutcome<>(consumer);
    // From here on, the request is known and the producer is not asked again.
    this.sent = CapturedRequest.by(producer, context);
  }

  /**
   * Enters the call. Even after an internal fault, the client gets a producer that was asked only
   * once.
   */
  Object enter() {
    try {
      return engine.enter(this, client, WHERE);
    } catch (Throwable fault) {
      engine.fault(WHERE, fault);
      return leave();
    }
  }

  @Override
  public OutgoingRequest request() {
    if (sent.request() == null) {
      return null;
    }
    Apache5Request described =
        isMinimal()
            ? new Apache5Request.OfMinimal(sent.request(), target)
            : new Apache5Request(sent.request(), target);
    if (described.isMalformed()) {
      return null;
    }
    described.sends(sent);
    return described;
  }

  /** Whether the client has no chain. */
  private boolean isMinimal() {
    return client.getClass().getName().contains(".Minimal");
  }

  /**
   * Whether the client gives a connection back before its consumer learns of the response's end.
   * From then on, anything done to the connection affects another call (rule 1.5).
   */
  boolean releasesEarly() {
    CloseableHttpAsyncClient http = client;
    return http != null && http.getClass().getName().endsWith(".MinimalHttpAsyncClient");
  }

  @Override
  public Attempt prepare(Call call) {
    call.limitWaitsTo(OperationTimeout.nanos(sent.producer));
    outcome.body = sent.body(call);
    untouched = isMinimal() ? new CopiedRequest(sent.request()) : null;
    driver = new CallbackDriver<>(call, this);
    if (sent.entity == null && !call.policy().resume().isEmpty()) {
      rest = new Apache5Resumption(client, target, sent, context, call, outcome, releasesEarly());
    }
    return attempt(call);
  }

  @Override
  public Object run(Call call, Attempt first) {
    return driver.start(first, outcome.open(callback, this));
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The application gets it.
  public Object observe(PassiveAttempt attempt) {
    PassiveExchange<T> passive = new PassiveExchange<>(attempt, sent.request(), context, callback);
    CapturedRequest.Producer asked = new CapturedRequest.Producer(sent);
    return passive.execute(
        client,
        () -> {
          attempt.markMade();
          return client.execute(target, asked, outcome.consumer, pushes, context, passive);
        });
  }

  @Override
  public Object leave() {
    FaultBoundary.run(engine, WHERE, () -> AttemptContext.anotherBegins(context));
    CapturedRequest.Producer asked = new CapturedRequest.Producer(sent);
    ClientOutcome left = new ClientOutcome();
    return left.answerOf(
        client,
        () -> {
          left.markMade();
          return client.execute(target, asked, outcome.consumer, pushes, context, callback);
        });
  }

  /** Called when the application has cancelled its future. */
  @Override
  public boolean cancel() {
    Attempt attempt = outcome.current;
    if (attempt != null) {
      ours(attempt).abandon();
    }
    driver.abandon();
    return true;
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
    if (resumption == null || entity == null || attempt.abandoned) {
      return null;
    }
    boolean isAlone = isAlone(response);
    StreamPlan plan =
        isAlone || resumption.path != null
            ? resumption.plan(copy(), response, entity, attempt.redirects())
            : null;
    attempt.isResumable = plan != null && isAlone;
    return plan == null || isAlone ? plan : plan.withoutResuming();
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
    AttemptCompletion<Object> end = attempt.end;
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

  /**
   * Returns the next attempt. It sends the application's own request, whose class interceptors,
   * exec chain handlers and route planners may know, unless a header field must be added or the
   * path changed (rule 1.1).
   */
  @Override
  public Attempt attempt(Call call) {
    RetryPolicy policy = call.policy();
    int number = call.attempts() + 1;
    Apache5Resumption resumption = rest;
    String path = resumption == null ? null : resumption.path;
    HttpRequest request = sent.request();
    if (policy.addsHeaders() || path != null) {
      CopiedRequest changed = copy();
      if (path != null) {
        changed.setPath(path);
      }
      policy.addHeaders(number, changed::setHeader);
      request = changed;
    } else if (number > 1 && untouched != null) {
      request = copy();
    }
    return new AsyncAttempt<>(call, this, sent, request);
  }

  /** Returns a copy of what the application sends. */
  private CopiedRequest copy() {
    return new CopiedRequest(untouched != null ? untouched : sent.request());
  }

  @Override
  public void send(Attempt attempt, CallbackDriver<Object> driving) throws Throwable {
    AsyncAttempt<T> made = ours(attempt);
    Attempt before = outcome.current;
    outcome.current = made;
    Future<?> running;
    try {
      if (outcome.body.begin(made.producer)) {
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
    HandlerFactory<AsyncPushConsumer> handlers =
        pushes == null
            ? null
            : (request, around) -> {
              AsyncPushConsumer handler = pushes.create(request, around);
              if (handler != null) {
                made.call.makeLast(); // An accepted push promise commits the call (rule 1.3).
              }
              return handler;
            };
    return made.make(
        http,
        () -> {
          made.markMade();
          return http.execute(target, made.producer, made.consumer, handlers, context, made);
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
    if (outcome.current != null) { // Otherwise, the call is left to the client.
      client = null;
    }
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
  public Throwable ofApplication() {
    return outcome.thrown();
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
