package io.redial.client.apache5;

import io.redial.body.RestRequest;
import io.redial.body.ResumeRequests;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.ReentryGuard;
import io.redial.kernel.ResponseSignals;
import io.redial.policy.Failure;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Answer;
import io.redial.policy.stream.StreamPlans;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Requests the rest of a response's body from an asynchronous client (rule 10). */
final class Apache5Resumption implements ResumeRequests {
  private static final String WHERE = "HttpClient 5 body";

  private final CloseableHttpAsyncClient client;
  private final HttpHost target;
  private final CapturedRequest sent;
  private final HttpContext context;
  private final Call call;
  private final BooleanSupplier isCancelled;
  private final boolean releasesEarly;

  /** The application's request as it was when its response arrived. */
  private volatile CopiedRequest original;

  private volatile Sent current;

  /**
   * Creates the requests of a call.
   *
   * @param isCancelled whether the application has cancelled it
   * @param releasesEarly as of {@link AsyncHttpExchange#releasesEarly}
   */
  Apache5Resumption(
      CloseableHttpAsyncClient client,
      HttpHost target,
      CapturedRequest sent,
      HttpContext context,
      Call call,
      BooleanSupplier isCancelled,
      boolean releasesEarly) {
    this.client = client;
    this.target = target;
    this.sent = sent;
    this.context = context;
    this.call = call;
    this.isCancelled = isCancelled;
    this.releasesEarly = releasesEarly;
  }

  /** Returns the plan for the body of the application's response; null if it cannot be resumed. */
  StreamPlan plan(
      CopiedRequest request, HttpResponse response, EntityDetails entity, Redirects redirects) {
    Apache5Request described = new Apache5Request(request, null);
    StreamPlan plan =
        StreamPlans.of(
            call.policy().resume(),
            described,
            response.getCode(),
            Apache5Headers.of(response, entity),
            entity.getContentLength(),
            Clock.SYSTEM);
    if (plan != null) {
      plan.comesFrom(redirects.uri(described));
      original = request;
    }
    return plan;
  }

  /** One request, and the consumer of its response. */
  private final class Sent implements AsyncResponseConsumer<Object> {
    private final RestRequest rest;
    private final CopiedRequest request;
    private final BiConsumer<Object, Throwable> outcome;
    private final HttpContext own = ResumeContext.of(context);
    private final Redirects redirects;
    private final AttemptTimeout timeout = new AttemptTimeout();
    private final ExchangeEnd exchangeEnd = new ExchangeEnd();
    private AttemptContext carried;
    private volatile Future<?> running;

    /** What gets the body; null before there is a response. */
    private volatile ResponseSignals<CapacityChannel> signals;

    /** The response, if it is given up on. */
    private volatile DrainedResponse<Object> drained;

    private FutureCallback<Object> callback;

    // Guarded by this.
    private boolean isEnded;
    private boolean isReleased;
    private boolean isReported;

    Sent(RestRequest rest, CopiedRequest request) {
      this.rest = rest;
      this.request = request;
      this.outcome = rest.outcome();
      this.redirects = new Redirects(own, request);
    }

    void execute() {
      carried = AttemptContext.by(own, rest, exchangeEnd);
      rest.call().startAttemptClock();
      timeout.startOffTimer(rest.call().timer(), rest.call().attemptNanos(), this::end);
      Object outer = ReentryGuard.open(client);
      try {
        rest.markMade();
        running =
            client.execute(
                target,
                new BasicRequestProducer(request, null),
                this,
                null,
                own,
                new End(this, call));
      } catch (Throwable thrown) {
        rest.failedWith(thrown);
        throw thrown;
      } finally {
        ReentryGuard.close(outer);
      }
      if (timeout.isExpired() || isCancelled.getAsBoolean()) {
        end();
      }
    }

    /** Ends the exchange. */
    void end() {
      exchangeEnd.end(call, this::cancelRunning);
      Exception heldBack = exchangeEnd.failure;
      if (heldBack != null) {
        ended(heldBack);
      }
    }

    private void cancelRunning() {
      Future<?> future = running;
      if (future != null && !isOver()) {
        future.cancel(true);
      }
    }

    private synchronized boolean isOver() {
      return isEnded;
    }

    /** Called when the client is done with the exchange; null for an orderly end. */
    void ended(Exception cause) {
      synchronized (this) {
        if (isEnded) {
          return;
        }
        isEnded = true;
        isReleased |= cause != null; // The connection is gone.
      }
      timeout.end();
      timeout.stop();
      carried.takeOff(own);
      ResponseSignals<CapacityChannel> told = signals;
      if (told != null && cause != null) {
        told.failed(cause);
      }
      if (drained != null) {
        reportDrained();
      } else if (cause != null) {
        report(null, timeout.isExpired() ? Apache5Failures.timedOut() : cause);
      }
    }

    /** Reports a response that is given up on once its connection can be used again. */
    private void reportDrained() {
      synchronized (this) {
        if (!isEnded || !isReleased) {
          return;
        }
      }
      report(drained, null);
    }

    private void report(Object response, Throwable thrown) {
      synchronized (this) {
        if (isReported) {
          return;
        }
        isReported = true;
      }
      outcome.accept(response, thrown);
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext unused) {
      // The application has had its response.
    }

    @Override
    public void consumeResponse(
        HttpResponse response,
        EntityDetails entity,
        HttpContext unused,
        FutureCallback<Object> result)
        throws GivenUpException {
      callback = result;
      boolean isRead = FaultBoundary.ask(call, WHERE, () -> isRead(response, entity), false);
      if (entity == null) {
        result.completed(null);
      } else if (!isRead) {
        throw new GivenUpException();
      }
    }

    private boolean isRead(HttpResponse response, EntityDetails entity) {
      timeout.takeHead();
      if (timeout.isExpired()) {
        return false;
      }
      timeout.stop();
      boolean isAlone = !own.getProtocolVersion().greaterEquals(HttpVersion.HTTP_2);
      Answer answer =
          rest.judge(
              response.getCode(),
              Apache5Headers.of(response, entity),
              entity == null ? 0 : entity.getContentLength(),
              entity != null && isAlone);
      if (answer == null) {
        DrainedResponse<Object> given =
            new DrainedResponse<>(rest.call(), response, entity, own, isAlone, releasesEarly);
        drained = given;
        signals = given.drain(this::end);
        return !given.dropsNow();
      }
      ResponseSignals<CapacityChannel> told = rest.signals();
      told.endsBy(this::end);
      signals = told;
      if (answer != Answer.CONTINUES) {
        told.leave();
      }
      report(response, null);
      return answer == Answer.CONTINUES;
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
      ResponseSignals<CapacityChannel> told = signals;
      boolean isPaced = told != null && drained == null && told.begins(channel);
      if (!isPaced) {
        channel.update(Integer.MAX_VALUE);
      }
    }

    @Override
    public void consume(ByteBuffer bytes) throws GivenUpException {
      ResponseSignals<CapacityChannel> told = signals;
      if (told == null || !told.bytes(bytes)) {
        throw new GivenUpException();
      }
    }

    @Override
    public void streamEnd(List<? extends Header> trailers) throws GivenUpException {
      ResponseSignals<CapacityChannel> told = signals;
      if (told != null) {
        told.end(trailers);
      }
      DrainedResponse<Object> given = drained;
      if (given != null && FaultBoundary.ask(call, WHERE, given::dropsAtEnd, false)) {
        throw new GivenUpException();
      }
      callback.completed(null);
    }

    @Override
    public void failed(Exception cause) {
      ResponseSignals<CapacityChannel> told = signals;
      if (told != null) {
        told.failed(cause);
      }
    }

    @Override
    public void releaseResources() {
      synchronized (this) {
        isReleased = true;
      }
      if (drained != null && !FaultBoundary.run(call, WHERE, this::reportDrained)) {
        outcome.accept(drained, null);
      }
    }
  }

  /** The end of one request. */
  private static final class End implements FutureCallback<Object> {
    private final Sent sent;
    private final Call call;

    End(Sent sent, Call call) {
      this.sent = sent;
      this.call = call;
    }

    @Override
    public void completed(Object nothing) {
      FaultBoundary.run(call, WHERE, () -> sent.ended(null));
    }

    @Override
    public void failed(Exception cause) {
      if (!FaultBoundary.run(call, WHERE, () -> ended(cause))) {
        sent.outcome.accept(null, cause);
      }
    }

    private void ended(Exception cause) {
      if (!sent.exchangeEnd.holdsBack(cause)) {
        sent.ended(cause);
      }
    }

    @Override
    public void cancelled() {
      Exception cause = new CancellationException();
      if (!FaultBoundary.run(call, WHERE, () -> ended(cause))) {
        sent.outcome.accept(null, cause);
      }
    }
  }

  @Override
  public void send(RestRequest rest, StreamPlan plan) {
    CopiedRequest request = new CopiedRequest(original);
    request.setPath(plan.target(request.getPath()));
    plan.ask(request::setHeader);
    rest.call().policy().addHeaders(rest.number(), request::setHeader);
    Sent next = new Sent(rest, request);
    current = next;
    next.execute();
  }

  @Override
  public void ended(RestRequest rest) {
    // Its clock has stopped.
  }

  @Override
  public void cancel() {
    Sent last = current;
    if (last != null) {
      last.end();
    }
  }

  @Override
  public Object client() {
    return client;
  }

  @Override
  public void limit(Call resumed) {
    resumed.limitWaitsTo(OperationTimeout.nanos(sent.producer()));
  }

  @Override
  public boolean isTooLate() {
    return false;
  }

  @Override
  public boolean isUnwanted() {
    return isCancelled.getAsBoolean();
  }

  @Override
  public void onceDone(Runnable task) {
    if (isUnwanted()) {
      task.run(); // Whoever cancels it later stops the body.
    }
  }

  @Override
  public void onClientsThread(Runnable task) {
    task.run();
  }

  @Override
  public String uri(Object response) {
    return current.redirects.uri(new Apache5Request(original, null));
  }

  @Override
  public Failure classify(Throwable thrown) {
    return Apache5Failures.endedWithItsSession(thrown)
        ? Failure.CONNECTION_ERROR
        : Apache5Failures.classifyCut(thrown);
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return thrown;
  }
}
