package io.redial.client.apache5;

import io.redial.body.ResumeAttempt;
import io.redial.body.ResumeRequests;
import io.redial.call.AttemptTimeout;
import io.redial.call.Call;
import io.redial.kernel.ApplicationCode;
import io.redial.kernel.AttemptCompletion;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.ResponseSignals;
import io.redial.policy.Failure;
import io.redial.policy.rate.Clock;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlans;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
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

  // What the nested classes use is not private: compilers for Java 8 put methods in between, which
  // could fail where the client calls (rule 1.4).

  final CloseableHttpAsyncClient client;
  final HttpHost target;
  final HttpContext context;
  final Call call;
  final boolean releasesEarly;
  private final CapturedRequest sent;
  private final CallOutcome<?> outcome;

  /** Where the request goes so that its response can be resumed; null for its own path. */
  final String path;

  /** The application's request as it was when its response arrived. */
  volatile CopiedRequest original;

  /**
   * Creates the requests of a call.
   *
   * @param releasesEarly as of {@link AsyncHttpExchange#releasesEarly()}
   */
  Apache5Resumption(
      CloseableHttpAsyncClient client,
      HttpHost target,
      CapturedRequest sent,
      HttpContext context,
      Call call,
      CallOutcome<?> outcome,
      boolean releasesEarly) {
    this.client = client;
    this.target = target;
    this.sent = sent;
    this.context = context;
    this.call = call;
    this.outcome = outcome;
    this.releasesEarly = releasesEarly;
    this.path = new Apache5Request(sent.request(), target).changedPath(call.policy());
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

  @Override
  public ResumeAttempt request(Call resumed, StreamPlan plan) {
    return new Sent(resumed, plan);
  }

  /** One request, and the consumer of its response. */
  private final class Sent extends ResumeAttempt
      implements AsyncResponseConsumer<Object>, AttemptCompletion.Owner<Object> {
    private final HttpContext own = ResumeContext.of(context);
    private final AttemptTimeout timeout = new AttemptTimeout();
    final AttemptCompletion<Object> clientsEnd =
        new AttemptCompletion<>(call, new ApplicationCode(), this, true);
    private Redirects redirects;
    private volatile AttemptContext carried;
    private volatile Future<?> running;

    /** What gets the body; null before there is a response. */
    volatile ResponseSignals<CapacityChannel> signals;

    /** The response, if it is given up on. */
    volatile DrainedResponse<Object> drained;

    private FutureCallback<Object> callback;

    Sent(Call resumed, StreamPlan plan) {
      super(resumed, plan);
    }

    @Override
    protected void send() throws Throwable {
      CopiedRequest request = new CopiedRequest(original);
      request.setPath(plan.target(request.getPath()));
      plan.ask(request::setHeader);
      call().policy().addHeaders(number(), request::setHeader);
      BasicRequestProducer producer = new BasicRequestProducer(request, null);
      FutureCallback<Object> callbackOfEnd = new End(this);
      redirects = new Redirects(own, request);
      carried = AttemptContext.by(own, this);
      call().startAttemptClock();
      timeout.startOffTimer(call().timer(), call().attemptNanos(), this::end);
      running =
          make(
              client,
              () -> {
                markMade();
                return client.execute(target, producer, this, null, own, callbackOfEnd);
              });
      if (timeout.isExpired() || isUnwanted()) {
        end();
      }
    }

    @Override
    protected String uri(Object response) {
      return redirects.uri(new Apache5Request(original, null));
    }

    @Override
    protected void end() {
      clientsEnd.by(() -> AttemptContext.leaveConnection(carried), this::cancelRunning);
    }

    private void cancelRunning() {
      Future<?> future = running;
      if (future != null && !clientsEnd.isOver()) {
        future.cancel(true);
      }
    }

    @Override
    public void over() {
      timeout.end();
      timeout.stop();
      carried.detach(own);
    }

    @Override
    public void overAfterFault() {
      AttemptContext carrier = carried;
      carrier.attempt = null;
    }

    @Override
    public void left(Throwable thrown) {}

    @Override
    public void ended(Object response, Throwable failure) {
      if (failure != null) {
        outcome.accept(null, timeout.isExpired() ? Apache5Failures.timedOut() : failure);
      } else if (response != null || givenUp()) {
        outcome.accept(response, null);
      }
    }

    @Override
    public void settle(Object response, Throwable failure, Throwable fault) {
      outcome.accept(response, failure);
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
        throw FaultBoundary.ask(call, WHERE, GivenUpException::new, GivenUpException.SPARE);
      }
    }

    private boolean isRead(HttpResponse response, EntityDetails entity) {
      timeout.takeHead();
      if (timeout.isExpired()) {
        return false;
      }
      timeout.stop();
      boolean isAlone = !own.getProtocolVersion().greaterEquals(HttpVersion.HTTP_2);
      ResponseSignals<CapacityChannel> current =
          judge(
              response.getCode(),
              Apache5Headers.of(response, entity),
              entity == null ? 0 : entity.getContentLength(),
              entity != null && isAlone);
      if (current == null) {
        DrainedResponse<Object> given =
            new DrainedResponse<>(call(), response, entity, own, isAlone, releasesEarly);
        drained = given;
        signals = given.drain(this::end);
        return !given.dropsNow();
      }
      current.endsBy(this::end);
      signals = current;
      boolean isRead = continues();
      outcome.accept(response, null);
      return isRead;
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
      ResponseSignals<CapacityChannel> current = signals;
      boolean isPaced = current != null && drained == null && current.begins(channel);
      if (!isPaced) {
        channel.update(Integer.MAX_VALUE);
      }
    }

    @Override
    public void consume(ByteBuffer bytes) throws GivenUpException {
      ResponseSignals<CapacityChannel> current = signals;
      if (current == null || !current.bytes(bytes)) {
        throw FaultBoundary.ask(call, WHERE, GivenUpException::new, GivenUpException.SPARE);
      }
    }

    @Override
    public void streamEnd(List<? extends Header> trailers) throws GivenUpException {
      ResponseSignals<CapacityChannel> current = signals;
      if (current != null) {
        current.end(trailers);
      }
      DrainedResponse<Object> given = drained;
      if (given != null && FaultBoundary.ask(call, WHERE, given::dropsAtEnd, false)) {
        throw FaultBoundary.ask(call, WHERE, GivenUpException::new, GivenUpException.SPARE);
      }
      callback.completed(null);
    }

    @Override
    public void failed(Exception cause) {
      ResponseSignals<CapacityChannel> current = signals;
      if (current != null) {
        current.failed(cause);
      }
    }

    @Override
    public void releaseResources() {
      clientsEnd.released(drained);
    }
  }

  /** The callback of one request. */
  private static final class End implements FutureCallback<Object> {
    private final Sent sent;

    End(Sent sent) {
      this.sent = sent;
    }

    @Override
    public void completed(Object nothing) {
      sent.clientsEnd.report(null, null, sent.drained, null, sent.signals);
    }

    @Override
    public void failed(Exception cause) {
      sent.clientsEnd.report(null, cause, sent.drained, null, sent.signals);
    }

    @Override
    public void cancelled() {
      Exception cause = new CancellationException();
      sent.clientsEnd.report(null, cause, sent.drained, null, sent.signals);
    }
  }

  @Override
  public void limit(Call resumed) {
    resumed.limitWaitsTo(OperationTimeout.nanos(sent.producer));
  }

  @Override
  public boolean isUnwanted() {
    return outcome.future.isCancelled();
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
  public Failure classify(Throwable thrown) {
    return Apache5Failures.endedWithItsSession(thrown)
        ? Failure.CONNECTION_ERROR
        : Apache5Failures.classifyCut(thrown);
  }
}
