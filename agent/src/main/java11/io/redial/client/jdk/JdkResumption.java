package io.redial.client.jdk;

import io.redial.body.RestRequest;
import io.redial.body.ResumeRequests;
import io.redial.call.Call;
import io.redial.kernel.ReentryGuard;
import io.redial.kernel.ResponseSignals;
import io.redial.policy.Failure;
import io.redial.policy.RetryPolicy;
import io.redial.policy.stream.StreamPlan;
import io.redial.policy.stream.StreamPlan.Answer;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow.Subscription;
import java.util.function.BiConsumer;

/** Requests the rest of a response's body from {@code java.net.http}. */
final class JdkResumption implements ResumeRequests {
  private final Call application;
  private final JdkSource<?> source;
  private final HiddenResets resets;
  private volatile Sent current;

  JdkResumption(Call application, JdkSource<?> source, HiddenResets resets) {
    this.application = application;
    this.source = source;
    this.resets = resets;
  }

  /** One request, and the handler of its response. */
  private final class Sent implements BodyHandler<Void>, ResendVeto {
    private final RestRequest rest;
    private final HeadTimeout clock;
    private volatile CompletableFuture<HttpResponse<Void>> response;

    Sent(RestRequest rest) {
      this.rest = rest;
      this.clock = HeadTimeout.ofRest(rest.call(), source);
    }

    @Override
    public BodySubscriber<Void> apply(ResponseInfo info) {
      if (!HeadTimeout.stop(clock)) {
        return UnwantedBody.subscriber();
      }
      JdkHeaders headers = new JdkHeaders(info.headers());
      Answer answer =
          rest.judge(info.statusCode(), headers, ClientTypes.endIsReported(info.version()));
      if (answer == null) { // Read, so that the connection can be kept (8.1).
        return new PendingBody<Void>(null, rest.call(), info).drain(null);
      }
      ResponseSignals<Subscription> signals = rest.signals();
      if (answer != Answer.CONTINUES) {
        signals.leave(); // Its body is dropped.
      } else {
        resets.begin(info.version());
      }
      return new ResponseBody<>(signals, CompletableFuture.completedFuture(null), null);
    }

    @Override
    public boolean standsBack(Object reason) {
      return ResendVeto.afterTheFirst(reason);
    }
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // What depends on it reports.
  public void send(RestRequest rest, StreamPlan plan) {
    Sent sent = new Sent(rest);
    current = sent;
    HttpRequest request = request(rest, plan);
    BiConsumer<Object, Throwable> outcome = rest.outcome();
    Object outer = ReentryGuard.open(source.client);
    try {
      rest.markMade();
      CompletableFuture<HttpResponse<Void>> response = source.client.sendAsync(request, sent);
      sent.response = response;
      response.whenComplete(outcome); // Before anything else can fail.
    } catch (Throwable thrown) {
      rest.failedWith(thrown);
      throw thrown;
    } finally {
      ReentryGuard.close(outer);
    }
    try {
      HeadTimeout.start(sent.clock, rest, sent.response);
    } catch (Throwable fault) { // The attempt then has no time limit.
      source.fault("java.net.http timeout", fault);
    }
  }

  private HttpRequest request(RestRequest rest, StreamPlan plan) {
    RetryPolicy policy = rest.call().policy();
    RequestCopy copy = new RequestCopy(source.original);
    copy.uri(target(source.original.uri(), plan));
    plan.ask(copy::header);
    copy.timeoutNanos(HeadTimeout.clientsNanosOfRest(rest.call(), source));
    policy.addHeaders(rest.number(), copy::header);
    return copy.build();
  }

  private static URI target(URI uri, StreamPlan plan) {
    String before = uri.toString();
    String after = plan.target(before);
    return after.equals(before) ? uri : URI.create(after);
  }

  @Override
  public void ended(RestRequest rest) {
    Sent last = current;
    if (last != null && last.rest == rest) {
      HeadTimeout.forget(last.clock);
    }
  }

  @Override
  public void cancel() {
    Sent last = current;
    CompletableFuture<?> underWay = last == null ? null : last.response;
    if (underWay != null && !underWay.isDone()) {
      Cancellations.end(underWay);
    }
  }

  @Override
  public void bodyEnded() {
    resets.stop();
  }

  @Override
  public Object client() {
    return source.client;
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
    return source.isUnwanted();
  }

  @Override
  public void onceDone(Runnable task) {
    source.onceDone(task);
  }

  @Override
  public void onClientsThread(Runnable task) {
    source.onClientsThread(new CompletableFuture<>(), task);
  }

  @Override
  public String uri(Object response) {
    return ((HttpResponse<?>) response).uri().toString();
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
