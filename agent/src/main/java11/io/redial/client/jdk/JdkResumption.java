package io.redial.client.jdk;

import io.redial.body.ResumeAttempt;
import io.redial.body.ResumeRequests;
import io.redial.call.Call;
import io.redial.kernel.FaultBoundary;
import io.redial.kernel.ResponseSignals;
import io.redial.policy.Failure;
import io.redial.policy.stream.StreamPlan;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscription;

/** Requests the rest of a response's body from {@code java.net.http}. */
final class JdkResumption implements ResumeRequests {
  private final Call application;
  private final JdkRequest source;
  private final Recipient recipient;
  private final HiddenResets resets;

  /** What waits for the response on the application's side. */
  interface Recipient {
    /** Whether the application has ended the call by itself, so that nobody takes its outcome. */
    boolean isUnwanted();

    /** Runs a task once the application's future is done, if there is one. */
    void onceDone(Runnable task);
  }

  JdkResumption(Call application, JdkRequest source, Recipient recipient, HiddenResets resets) {
    this.application = application;
    this.source = source;
    this.recipient = recipient;
    this.resets = resets;
  }

  @Override
  public ResumeAttempt request(Call call, StreamPlan plan) {
    return new Sent(call, plan);
  }

  /** One request, and the handler of its response. */
  private final class Sent extends ResumeAttempt implements BodyHandler<Void>, ResendVeto {
    private final HeadTimeout clock;
    private volatile CompletableFuture<HttpResponse<Void>> exchange;

    Sent(Call call, StreamPlan plan) {
      super(call, plan);
      this.clock = HeadTimeout.ofRest(call, source.client, source.ownTimeoutNanos());
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // What depends on it reports.
    protected void send() throws Throwable {
      HttpRequest request = copy();
      make(
          source.client,
          () -> {
            markMade();
            exchange = source.client.sendAsync(request, this);
            return exchange.whenComplete(outcome); // Before anything else can fail.
          });
      FaultBoundary.run( // After a fault, the attempt has no time limit.
          application, "java.net.http timeout", () -> HeadTimeout.start(clock, this, exchange));
    }

    private HttpRequest copy() {
      RequestCopy copy = new RequestCopy(source.original);
      copy.uri(URI.create(plan.target(source.original.uri().toString())));
      plan.ask(copy::header);
      long own = source.ownTimeoutNanos();
      copy.timeoutNanos(HeadTimeout.clientsNanosOfRest(call(), source.client, own));
      call().policy().addHeaders(number(), copy::header);
      return copy.build();
    }

    @Override
    public BodySubscriber<Void> apply(ResponseInfo info) {
      if (clock != null && !clock.stop()) {
        return UnwantedBody.subscriber();
      }
      ResponseSignals<Subscription> signals =
          judge(
              info.statusCode(),
              new JdkHeaders(info.headers()),
              StreamPlan.AS_SENT,
              ClientTypes.endIsReported(info.version()));
      if (signals == null) { // Read, so that the connection can be kept (8.1).
        return ResponseBody.draining(call(), info, ResponseBody.of(call()), null, null);
      }
      if (continues()) {
        resets.begin(info.version());
      }
      return new ResponseBody<>(signals, CompletableFuture.completedFuture(null));
    }

    @Override
    protected void ended() {
      HeadTimeout.forget(clock);
    }

    @Override
    protected void end() {
      CompletableFuture<?> underWay = exchange;
      if (underWay != null && !underWay.isDone()) {
        Cancellations.end(underWay);
      }
    }

    @Override
    protected String uri(Object response) {
      return ((HttpResponse<?>) response).uri().toString();
    }

    @Override
    public boolean suppressesClientRetry(Object reason) {
      return ResendVeto.afterTheFirst(reason);
    }
  }

  @Override
  public void bodyEnded() {
    resets.stop();
  }

  @Override
  public void limit(Call call) {
    if (isBounded()) {
      call.limitTo(Math.max(0, application.ownAttemptNanos()));
    }
  }

  @Override
  public boolean isTooLate() {
    return isBounded() && application.ownAttemptNanos() <= 0;
  }

  private boolean isBounded() {
    return HeadTimeout.TIMEOUT_COVERS_BODY && source.original.timeout().isPresent();
  }

  @Override
  public boolean isUnwanted() {
    return recipient.isUnwanted();
  }

  @Override
  public void onceDone(Runnable task) {
    recipient.onceDone(task);
  }

  @Override
  public void onClientsThread(Runnable task) {
    source.onClientsThread(new CompletableFuture<>(), task);
  }

  @Override
  public Failure classify(Throwable thrown) {
    return JdkFailures.classify(thrown);
  }

  @Override
  public Throwable unwrap(Throwable thrown) {
    return HandlerFailures.unwrapped(thrown);
  }
}
