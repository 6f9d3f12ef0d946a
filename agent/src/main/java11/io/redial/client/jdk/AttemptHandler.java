package io.redial.client.jdk;

import io.redial.body.ResponseClock;
import io.redial.body.ResumableBody;
import io.redial.call.Attempt;
import io.redial.call.Call;
import io.redial.call.FirstByte;
import io.redial.call.RetryOutlook;
import io.redial.kernel.BodyDecisions;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ResponseSignals;
import io.redial.kernel.Resumer;
import io.redial.policy.Failure;
import io.redial.policy.Outcome;
import io.redial.policy.stream.StreamPlan;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Function;

/**
 * One attempt. Its {@link SentHandler} asks it what becomes of a response, before any of the body
 * reaches the application (rule 1.3).
 */
final class AttemptHandler<T> extends Attempt
    implements BodyDecisions<BodySubscriber<T>>, FaultBoundary.Completion<HttpResponse<T>> {
  private final JdkExchange<T> exchange;

  /** The clock that ends it if it takes too long; null if its time is not limited. */
  final HeadTimeout clock;

  /** The request that the client gets. */
  HttpRequest sent;

  /** Whether the application's body handler was called. */
  volatile boolean asked;

  /** Whether a blocking call awaits the future of {@code sendAsync}. */
  boolean usesFuture;

  /** Tells then whether the response has arrived whole; null before the head has. */
  volatile AwaitedBody<T> awaited;

  /** Whether the attempt is retried if its body breaks off after the head was handed out. */
  volatile boolean readsToTheEnd;

  /** The head of the response that is drained or held, or was. */
  private volatile ResponseInfo head;

  /** The body of the response that is given up on, or null. */
  private volatile PushedBody<BodySubscriber<T>, Subscription, T> drained;

  /** Whether the application gets the drained response if it is longer than what is kept. */
  private volatile boolean isPromoted;

  /** The body of the response that the application gets, unless it is the client's; or null. */
  volatile PushedBody<BodySubscriber<T>, Subscription, T> body;

  /** What resumes that body; null if it is not resumable. */
  volatile ResumableBody resumable;

  private volatile URI origin;
  private volatile boolean isFailed;

  AttemptHandler(Call call, JdkExchange<T> exchange) {
    super(call);
    this.exchange = exchange;
    this.clock =
        call.limitsAttempts()
            ? HeadTimeout.of(
                call, exchange.request.client, !exchange.request.sendsOwnTimeout(call, number()))
            : null;
  }

  /** Returns the request to send, and starts the attempt's clock. */
  HttpRequest toSend() {
    sent = exchange.request.toSend(call(), number());
    call().startAttemptClock();
    return sent;
  }

  @Override
  public void ended(HttpResponse<T> response, Throwable thrown) {
    exchange.ended(this, response, thrown);
  }

  @Override
  public void settle(HttpResponse<T> response, Throwable thrown, Throwable fault) {
    exchange.settle(this, response, thrown, fault);
  }

  /** Whether the attempt sends the application's own request and not a copy. */
  @SuppressWarnings("ReferenceEquality") // A copy equals the original by definition.
  boolean sendsOriginal() {
    return sent == exchange.request.original;
  }

  /**
   * Decides on a response whose head has arrived. Returns the subscriber that takes its body; null
   * if the application's handler is to make it, which is followed by {@link #committed}.
   */
  BodySubscriber<T> subscriber(ResponseInfo info) {
    if (clock != null && !clock.stop()) {
      return UnwantedBody.subscriber();
    }
    forgetEarlierResponse();
    if (!head(info.statusCode(), new JdkHeaders(info.headers()), false).retries()) {
      return held(info);
    }
    // A shutdown that begins from now on waits for the call.
    exchange.request.completion().unsettled();
    if (!withdrawnIfClosing().retries()) {
      return null;
    }
    head = info;
    drained = ResponseBody.of(call());
    isPromoted = exchange.redirected(this);
    if (!isPromoted) {
      exchange.request.freezeBody();
    }
    return ResponseBody.draining(
        call(), info, drained, this, isPromoted ? exchange.handler::apply : null);
  }

  /**
   * Forgets the body of a response to which the client has reacted with a further request. Reading
   * these fields is cheap, and writing them is not.
   */
  private void forgetEarlierResponse() {
    if (readsToTheEnd || body != null || resumable != null) {
      readsToTheEnd = false;
      body = null;
      resumable = null;
    }
  }

  /** Returns the subscriber that awaits the first byte of a response; null if it is not held. */
  private BodySubscriber<T> held(ResponseInfo info) {
    if (!call().policy().commitsAtFirstByte()) {
      return null;
    }
    long length = info.headers().firstValueAsLong("Content-Length").orElse(-1);
    if (!FirstByte.isAwaited(this, info.statusCode(), length, exchange.redirected(this))) {
      return null;
    }
    head = info;
    isPromoted = false;
    PushedBody<BodySubscriber<T>, Subscription, T> made = ResponseBody.of(call());
    // One that can be resumed is offered only once the client has returned its response, because
    // until then a cut makes the client fail the call.
    boolean replaces = exchange.request.plan(call(), info) != null;
    ResponseSignals<Subscription> signals =
        made.hold(replaces, this, exchange.handler::apply, info);
    ResponseBody<T> subscriber = new ResponseBody<>(signals, made.clientResult());
    if (replaces) {
      subscriber.replaces(made, call());
    }
    ResponseClock.holds(
        call(), made, () -> made.expire(new HttpTimeoutException("request timed out")));
    begin(made); // Last: if something fails before, the response does not wait for this body.
    return subscriber;
  }

  private void begin(PushedBody<BodySubscriber<T>, Subscription, T> made) {
    body = made; // Set before it is read whether the client has failed, which is set first.
    if (isFailed) {
      made.clientFailed();
    }
  }

  /**
   * Called when the client has failed the attempt. Its response may have begun, or begin even now:
   * whoever cancels a call does not wait for the client's thread.
   */
  void clientFailed() {
    isFailed = true;
    PushedBody<BodySubscriber<T>, Subscription, T> begun = body;
    if (begun != null) {
      begun.clientFailed();
    }
  }

  @Override
  public boolean endsAttempt(Throwable cut) {
    return FirstByte.endsAttempt(this, JdkFailures.classify(cut), false);
  }

  @Override
  public void asking() {
    if (isPromoted) {
      reconsider(true);
    }
    asked = true;
  }

  @Override
  public void pass(Runnable result) {
    if (readsToTheEnd) {
      result.run();
    } else {
      exchange.request.onClientsThread(new CompletableFuture<>(), result);
    }
  }

  /**
   * Called when the application's body handler has returned the subscriber for the body.
   *
   * @return the subscriber to which the client is to deliver the body
   */
  BodySubscriber<T> committed(ResponseInfo info, BodySubscriber<T> subscriber) {
    commitUnlessReadToTheEnd(subscriber);
    StreamPlan plan = subscriber == null ? null : plan(info, subscriber);
    if (plan == null) {
      return subscriber;
    }
    PushedBody<BodySubscriber<T>, Subscription, T> made = ResponseBody.of(call());
    Resumer resumer = resumer(info.version(), plan, made);
    ResponseBody<T> taken =
        new ResponseBody<>(made.offer(subscriber, resumer), made.clientResult());
    begin(made);
    return taken;
  }

  @Override
  public Resumer offered(BodySubscriber<T> subscriber) {
    commitUnlessReadToTheEnd(subscriber);
    StreamPlan plan = isPromoted ? null : plan(head, subscriber);
    return plan == null ? null : resumer(head.version(), plan, body);
  }

  /**
   * Returns the plan by which a body is resumed; null if it is not resumed, and nothing of it has
   * to be withheld.
   */
  private StreamPlan plan(ResponseInfo info, BodySubscriber<T> subscriber) {
    StreamPlan plan = exchange.request.plan(call(), info);
    boolean isUsed =
        plan != null && (plan.filters() || !isLeftToClient(info.version(), subscriber));
    return isUsed ? plan : null;
  }

  private Resumer resumer(
      Version version, StreamPlan plan, PushedBody<BodySubscriber<T>, Subscription, T> resumed) {
    HiddenResets resets = new HiddenResets(call(), exchange.request, resumed);
    JdkResumption requests = new JdkResumption(call(), exchange.request, exchange, resets);
    ResumableBody made = new ResumableBody(call(), plan, requests, resumed);
    resets.begin(version);
    if (origin != null) { // The response was held, and the client has returned it already.
      made.comesFrom(origin.toString());
    }
    resumable = made;
    return made;
  }

  /**
   * Whether a body that the application gets when it is complete is left to the client, which then
   * fails the call as soon as the stream is refused (see {@link HiddenResets}). Such a body is
   * requested again (rule 2.2), unless it contains what Redial has asked for and the application
   * has not.
   */
  private static boolean isLeftToClient(Version version, BodySubscriber<?> subscriber) {
    return version == Version.HTTP_2
        && HiddenResets.ARE_HIDDEN
        && ClientTypes.readsToTheEnd(subscriber);
  }

  /** Called with where a response comes from, before any more of its body is read. */
  void comesFrom(URI from) {
    origin = from;
    ResumableBody begun = resumable;
    if (begun != null) {
      begun.comesFrom(from.toString());
    }
  }

  private void commitUnlessReadToTheEnd(BodySubscriber<T> subscriber) {
    // Some of the JDK's own subscribers show nothing until the end; such a body can be requested
    // again (rule 2.2).
    readsToTheEnd = mayStillRetry() && ClientTypes.readsToTheEnd(subscriber);
    if (!readsToTheEnd || (exchange.request.copiesBody() && !isRepeatedIfItBreaksOff())) {
      exchange.request.commit();
    }
  }

  /**
   * Whether the copy of the request body may be needed while the response body is read (rule 6.5).
   */
  private boolean isRepeatedIfItBreaksOff() {
    return RetryOutlook.policyCovers(call(), Outcome.failure(Failure.CONNECTION_ERROR))
        || RetryOutlook.policyCovers(call(), Outcome.failure(Failure.TIMEOUT));
  }

  /**
   * Whether a failure from now on may be retried, because the application's code has seen nothing.
   */
  boolean isOpen() {
    PushedBody<BodySubscriber<T>, Subscription, T> begun = body;
    return (decision() == null && !asked)
        || (begun != null && begun.isUnseen())
        || (readsToTheEnd && (resumable == null || begun == null || begun.isUnread()));
  }

  /** Stops reading a response that is given up on; returns false if there is none. */
  boolean stopGivenUpBody() {
    PushedBody<?, ?, ?> pending = drained;
    return pending != null && pending.stopDraining();
  }

  /** Whether all of the given-up response was kept. */
  boolean isComplete() {
    PushedBody<?, ?, ?> pending = drained;
    return pending != null && pending.isComplete();
  }

  /**
   * Returns the given-up response with the body that the application's handler makes of what was
   * kept.
   *
   * @throws Throwable if the body was not complete, or the handler failed, as the client reports
   *     it; it becomes the attempt's failure
   */
  HttpResponse<T> restoreNow(HttpResponse<T> response) throws Throwable {
    CompletableFuture<T> body = restoredBody();
    T value;
    try {
      // The client, too, waits for a future that depends on the application's.
      value = body.thenApply(Function.identity()).join();
    } catch (Throwable thrown) { // From the application's body handler.
      failedWith(HandlerFailures.ofSend(HandlerFailures.unwrapped(thrown)));
      throw failure();
    }
    return new RestoredResponse<>(response, value);
  }

  CompletableFuture<T> restoredBody() {
    BodySubscriber<T> subscriber;
    try {
      subscriber = Objects.requireNonNull(exchange.handler.apply(head));
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
    return drained.replayTo(subscriber, ResponseBody.of(call()));
  }
}
