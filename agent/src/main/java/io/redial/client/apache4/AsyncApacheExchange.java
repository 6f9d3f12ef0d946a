package io.redial.client.apache4;

import io.redial.call.Attempt;
import io.redial.call.AttemptTimeout.State;
import io.redial.call.Call;
import io.redial.call.CallbackDriver;
import io.redial.call.CallbackExecution;
import io.redial.call.ClientCall;
import io.redial.call.OutgoingRequest;
import io.redial.call.PassiveAttempt;
import io.redial.call.RetryEngine;
import io.redial.call.RetryOutlook;
import io.redial.client.apache4.RequestView.Rewriting;
import io.redial.kernel.AsyncReplay;
import io.redial.kernel.AsyncUpload;
import io.redial.kernel.ClientOutcome;
import io.redial.kernel.PushedBody;
import io.redial.kernel.ReentryGuard;
import io.redial.kernel.UploadSource;
import io.redial.policy.Failure;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.concurrent.Future;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.nio.protocol.HttpAsyncResponseConsumer;
import org.apache.http.protocol.BasicHttpContext;
import org.apache.http.protocol.HttpContext;

/**
 * One {@code execute} of an asynchronous client, from its entry. It makes attempts from the
 * application's producer and consumer, which are closed once. The producer is asked for its request
 * only once.
 */
final class AsyncApacheExchange<T>
    implements ClientCall, CallbackExecution<Object>, ResponseFuture.Owner {
  private static final String WHERE = "Apache HttpAsyncClient 4 execute";

  private final RetryEngine engine;

  /**
   * Null once the call is over, because objects that the application keeps may still refer to its
   * last attempt.
   */
  private volatile CloseableHttpAsyncClient client;

  private final HttpAsyncRequestProducer producer;
  private final HttpAsyncResponseConsumer<T> consumer;
  private final HttpContext context;
  private final FutureCallback<T> callback;

  /**
   * What the client gets once the producer was asked for its request, which must not happen again;
   * null before.
   */
  private HttpAsyncRequestProducer described;

  private HttpHost target;
  private HttpRequest request;
  private RequestView view;
  private Reference<Object> shown;

  /** Null if the body is copied while it is first sent. */
  private RepeatableProducer repeated;

  private CallOutcome<T> outcome;
  private CallbackDriver<Object> driver;

  AsyncApacheExchange(
      RetryEngine engine,
      CloseableHttpAsyncClient client,
      HttpAsyncRequestProducer producer,
      HttpAsyncResponseConsumer<T> consumer,
      HttpContext context,
      FutureCallback<T> callback) {
    this.engine = engine;
    this.client = client;
    this.producer = producer;
    this.consumer = consumer;
    this.context = context;
    this.callback = callback;
  }

  /**
   * Enters the call. Even after an internal fault, the client gets a producer that was asked no
   * more than once.
   */
  Object enter() throws Throwable {
    try {
      return engine.enter(this, client, WHERE);
    } catch (Throwable fault) {
      engine.fault(WHERE, fault);
      return leave();
    }
  }

  @Override
  public OutgoingRequest request() {
    DescribedProducer asked = new DescribedProducer(producer);
    described = asked;
    if (asked.isConstant()) {
      described = producer;
    }
    request = asked.request;
    target = asked.target;
    view = request == null ? null : RequestView.of(target, request, rewriting());
    return view;
  }

  private Rewriting rewriting() {
    boolean isMinimal = client.getClass().getName().endsWith(".MinimalHttpAsyncClient");
    return isMinimal ? Rewriting.NONE : Rewriting.ASYNCHRONOUS;
  }

  @Override
  public Attempt prepare(Call call) {
    HttpContext used = context != null ? context : new BasicHttpContext();
    shown = ContextResponse.in(used);
    AsyncUpload<ContentEncoder, IOControl> upload = upload(call);
    ResponseFuture<T> future = new ResponseFuture<>(callback, this);
    outcome = new CallOutcome<>(call, view, upload, producer, consumer, used, future);
    view.repeatableIf(this::repeatable);
    driver = new CallbackDriver<>(call, this);
    return attempt(call);
  }

  /**
   * Returns the request body over all attempts (rule 6). A producer that the client itself can
   * repeat produces it again for each attempt; any other body is copied while it is first sent.
   */
  private AsyncUpload<ContentEncoder, IOControl> upload(Call call) {
    HttpEntity entity = RequestView.entity(request);
    repeated = RepeatableProducer.of(producer, entity);
    return repeated != null ? new AsyncUpload<>(repeated.source(call), null) : copied(entity, call);
  }

  private AsyncUpload<ContentEncoder, IOControl> copied(HttpEntity entity, Call call) {
    UploadSource<ContentEncoder, IOControl> source =
        new UploadSource<>(UploadEncoder.PRODUCER, producer);
    AsyncReplay<ContentEncoder, IOControl> replay =
        new AsyncReplay<>(
            call,
            call.newReplayBuffer(),
            entity == null || entity.isChunked() ? -1 : entity.getContentLength(),
            source,
            UploadEncoder::new,
            UploadEncoder.Control::new,
            () -> RetryOutlook.canResend(call));
    return new AsyncUpload<>(source, replay);
  }

  /** Returns whether one more attempt can send the same bytes. */
  private boolean repeatable() {
    AsyncUpload<ContentEncoder, IOControl> upload = outcome.upload;
    // An attempt that timed out may still be inside the source.
    return upload.repeatable()
        && !upload.isCommitted()
        && !upload.isProducing()
        && (repeated == null || repeated.isUnchanged());
  }

  @Override
  public Object run(Call call, Attempt first) {
    return driver.start(first, outcome.future);
  }

  @Override
  public Object observe(PassiveAttempt attempt) {
    HttpContext shared = context != null ? context : new BasicHttpContext();
    PassiveAsyncCall<T> passive = new PassiveAsyncCall<>(attempt, request, shared, callback);
    ClientOutcome answer =
        attempt.answerOf(
            client,
            () -> {
              attempt.markMade();
              return client.execute(described, consumer, shared, passive);
            });
    if (attempt.failure() != null) {
      attempt.finish();
    }
    return answer;
  }

  @Override
  public Object leave() {
    if (described == null) {
      return null;
    }
    ClientOutcome left = new ClientOutcome();
    return left.answerOf(
        client,
        () -> {
          left.markMade();
          return client.execute(described, consumer, context, callback);
        });
  }

  @Override
  public Attempt attempt(Call watched) {
    return new AsyncAttempt<>(watched, outcome);
  }

  @Override
  public void send(Attempt toMake, CallbackDriver<Object> driving) throws Throwable {
    AsyncAttempt<T> attempt = CallOutcome.<T>ours(toMake);
    AsyncAttempt<T> before = outcome.latest;
    try {
      begin(attempt);
      outcome.latest = attempt; // Its clock may end it before the client begins.
      attempt.begin(driving);
      if (attempt.timeout.get() == State.EXPIRED) {
        attempt.markMade(); // The clock ends it, and the client never has it.
        attempt.call().timer().start(attempt::cancelled);
      } else {
        make(attempt);
      }
    } finally {
      if (!attempt.isMade() || attempt.failure() != null) {
        attempt.end.over(); // Later reports of the client do not count.
      }
      if (!attempt.isMade() && attempt.failure() == null && outcome.latest == attempt) {
        outcome.latest = before;
      }
    }
    // The call was cancelled, or the attempt's time ran out, while the attempt was made.
    Future<T> running = attempt.running;
    if (running != null
        && (attempt.timeout.get() == State.EXPIRED
            || (outcome.future.isDone() && !attempt.end.isOver()))) {
      running.cancel(true);
    }
    if (attempt.number() > 1) {
      AsyncAttempt.endIfForgotten(
          attempt.call(),
          attempt.timeout,
          attempt.end::isOver,
          () -> attempt.end.report(null, new ConnectionClosedException("Connection closed")));
    }
  }

  /** Begins an attempt: an earlier one gets no more bytes, and a used producer is rewound. */
  private void begin(AsyncAttempt<T> attempt) throws IOException, CancelledException {
    if (attempt.number() > 1) {
      if (Aborts.isAborted(request)) {
        outcome.latest = attempt;
        CancelledException cancelled = new CancelledException();
        attempt.failedWith(cancelled); // 4.0 would send it all the same.
        throw cancelled;
      }
      outcome.redirects.beforeRetry();
      hideResponseOf(outcome.latest);
    }
    outcome.redirects.begin(request, attempt.request);
    if (outcome.upload.begin(attempt.upload)) {
      repeated.rewind();
      outcome.upload.continuesWith(repeated.source(attempt.call()));
    }
  }

  private void make(AsyncAttempt<T> attempt) {
    CloseableHttpAsyncClient http = client;
    AttemptProducer sent = new AttemptProducer(attempt, target);
    AttemptConsumer<T> received = new AttemptConsumer<>(attempt);
    Object outer = ReentryGuard.open(http);
    try {
      attempt.markMade();
      attempt.running = http.execute(sent, received, outcome.context, attempt);
    } catch (RuntimeException | Error thrown) {
      if (!attempt.end.over()) {
        return; // Its clock has reported it.
      }
      attempt.failedWith(thrown);
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
  }

  /** Removes a given-up response from the context, because the next attempt may have none. */
  @SuppressWarnings("ReferenceEquality") // That very response; the context may be shared.
  private void hideResponseOf(AsyncAttempt<T> before) {
    HttpResponse kept = before.drained;
    if (kept != null && outcome.context.getAttribute("http.response") == kept) {
      ContextResponse.restore(outcome.context, shown);
    }
  }

  @Override
  public Failure classify(Attempt attempt, Throwable thrown) {
    AsyncAttempt<T> failed = CallOutcome.<T>ours(attempt);
    if (thrown instanceof CancelledException) {
      return Failure.OTHER; // 4.0 continues the exchange: the head may still arrive.
    }
    if (failed.timeout.isExpired()) {
      return Failure.TIMEOUT;
    }
    boolean isOpen = failed.timeout.takeHead() || failed.isFailedHeld();
    return isOpen && !Aborts.isAborted(request) && !abandoned()
        ? Apache4Failures.classify(thrown)
        : Failure.OTHER;
  }

  @Override
  public boolean redirected(Attempt attempt) {
    return outcome.wasRedirected();
  }

  @Override
  public void waiting() {
    new Aborts(request, outcome.call).watch();
  }

  @Override
  public boolean abandoned() {
    return outcome.future.isDone();
  }

  @Override
  public void cancelAfterFault() {
    outcome.endAfterFault(null, null, new CancelledException());
  }

  /** Called when the application cancels its future. */
  @Override
  public boolean cancel(boolean mayInterrupt) {
    Future<?> pending = underWay();
    if (pending != null) {
      boolean cancelled = pending.cancel(mayInterrupt);
      if (outcome.future.isDone()) {
        return cancelled;
      }
    }
    AsyncAttempt<T> attempt = outcome.latest;
    ConsumerBody<T> content = attempt == null ? null : attempt.content;
    if (content != null && !attempt.isFailedHeld()) {
      return cancel(content.body);
    }
    // Between two attempts.
    outcome.cancelConsumer();
    boolean cancelled = outcome.future.cancelNow();
    driver.abandon();
    Future<?> begun = underWay(); // One that is still being made is cancelled by send.
    if (begun != null) {
      begun.cancel(true);
    }
    outcome.release();
    return cancelled;
  }

  /** Returns the client's future of the attempt under way; null if there is none. */
  private Future<?> underWay() {
    AsyncAttempt<T> latest = outcome.latest;
    return latest == null || latest.end.isOver() ? null : latest.running;
  }

  /** Cancels a call whose attempt has ended while its body is being resumed. */
  private boolean cancel(PushedBody<?, ?, ?> resumed) {
    try {
      outcome.cancelConsumer();
      return outcome.future.cancelNow();
    } finally {
      resumed.abort(new CancelledException());
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
    return outcome.deliverKept(attempt);
  }

  @Override
  public Throwable ofApplication() {
    return outcome.applications.thrown();
  }

  @Override
  public void endAfterFault(Attempt attempt, Object response, Throwable failure) {
    outcome.endAfterFault(attempt, response, failure);
  }

  @Override
  public void finish() {
    if (outcome.latest != null) {
      client = null; // Otherwise, the call is left to the client.
    }
    outcome.finish();
    outcome.upload.forget();
    if (repeated != null) {
      repeated.close();
    }
  }
}
